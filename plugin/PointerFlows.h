// PointerFlows - what host code puts into the places where it keeps pointers.
//
// In:  the AST of a translation unit.
// Out: for each holder of pointers all that the unit puts into it, in whichever
//      order. A holder is a variable with all its elements, a member of
//      whichever object of its class, or what a function returns. What is only
//      reached through an address that memory holds ("*places[i] = p") is not
//      seen.
//
// Pointers that are members are told apart by their member alone: then copies
// of objects, references to them, containers and helpers that are given one
// need no rule (N. Heintze, O. Tardieu, "Ultra-fast aliasing analysis using
// CLA", PLDI 2001, call this field-based).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_POINTERFLOWS_H
#define RACEMAP_PLUGIN_POINTERFLOWS_H

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace racemap {

class PointerFlows {
public:
  explicit PointerFlows(clang::ASTContext &AST);

  using Holder = const clang::ValueDecl *; ///< canonical
  using Holders = llvm::SmallSetVector<Holder, 2>;
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

  /// The members of a union hold the same.
  static Holder of(const clang::FieldDecl *F);
  /// The holders of which the expression is a part, or to which it leads.
  static Holders at(const clang::Expr *E);
  /// Can a holder have several objects of its own, at one time or in turn?
  bool holdsSeveral(Holder H) const;

private:
  class Finder;

  llvm::DenseMap<Holder, std::vector<Source>> Sources;
};

/// The variable or the method's object that E is, and the members that lead to
/// E from there, the last one first. Empty if E is something else.
llvm::SmallVector<const void *, 4> objectAt(const clang::Expr *E);

/// A class of a library can have pointers in it: a container, an iterator.
bool isOfLibrary(const clang::RecordDecl *R);

/// Can a pointer of this type be put into one of the other one, or into a part
/// of an object? What only ever points to memory for anything, or to what
/// manages it, cannot.
bool pointsAlike(clang::QualType T, clang::QualType To);

} // namespace racemap

#endif
