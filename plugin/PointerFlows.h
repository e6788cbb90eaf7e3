// PointerFlows - what host code puts into the places where it keeps pointers.
//
// In:  the AST of a translation unit.
// Out: for each holder of pointers all that the unit puts into it, in whichever
//      order. What is only reached through an address that memory holds
//      ("*places[i] = p") is not seen.
//
// Pointers that are members are told apart by their member alone: then copies
// of objects, references to them, containers and helpers that are given one
// need no rule (N. Heintze, O. Tardieu, "Ultra-fast aliasing analysis using
// CLA", PLDI 2001, call this field-based).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_POINTERFLOWS_H
#define RACEMAP_PLUGIN_POINTERFLOWS_H

#include "plugin/PointerHolders.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap {

class PointerFlows {
public:
  explicit PointerFlows(clang::ASTContext &AST);

  using Holder = PointerHolder;
  /// Something that comes to a holder.
  struct Source {
    /// What is put there; both null: new memory, or what is there already,
    /// moved.
    const clang::Expr *From = nullptr;
    Holder Of = nullptr;
    bool IsMoved = false; ///< it may be another address in the same object
    /// The holder is a member, and this comes from one of another object.
    bool IsAcross = false;
    /// The function in whose code it is; null outside of functions.
    const clang::FunctionDecl *In = nullptr;
    /// The call that does it, if it is one.
    const clang::Expr *Call = nullptr;
    /// The holder is a parameter, and this what a call gives it: Call, or, if
    /// that is null, one by what the function is given to.
    bool IsGiven = false;
  };
  llvm::ArrayRef<Source> into(Holder H) const {
    auto Its = Sources.find(H);
    return Its == Sources.end() ? llvm::ArrayRef<Source>()
                                : llvm::ArrayRef(Its->second);
  }

  /// Can a holder have several objects of its own, at one time or in turn?
  bool holdsSeveral(Holder H) const;

private:
  class Finder;

  llvm::DenseMap<Holder, std::vector<Source>> Sources;
};

} // namespace racemap

#endif
