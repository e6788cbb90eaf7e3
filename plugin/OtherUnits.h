// OtherUnits - what units of a project pass to each other's functions.
//
// A call of a function that another unit defines, or a launch of its kernel, is
// a launch context of a protocol without statements, the function's form: its
// scalars and arrays are the function's parameters, or members of these, called
// "argument N" or "argument N.BYTE". As text in the MAP language it goes from
// unit to unit.
//
// In:  calls=FILE, what all others pass to functions of this unit
//      (passes/driver/UnitCalls.h), which `racemap check -p` puts together.
// Out: emit-calls=FILE, what this unit says of itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_OTHERUNITS_H
#define RACEMAP_PLUGIN_OTHERUNITS_H

#include "passes/driver/UnitCalls.h"
#include "passes/map/Protocol.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace racemap {

/// The name by which the linker knows a function.
std::string linkName(const clang::FunctionDecl *F);

/// Does each unit that calls F have its code, from a header or a module?
bool isShared(const clang::FunctionDecl *F);
/// Is F defined in this unit alone, for others to call or launch?
bool isForOthers(const clang::FunctionDecl *F);
/// Is F so defined in another unit? Not in a library, as far as that is known.
bool isOfOthers(const clang::FunctionDecl *F);

/// The form of F, without calls. Of references, it has what they refer to.
map::Protocol formOf(const clang::FunctionDecl *F, clang::ASTContext &AST,
                     map::TermContext &Terms);

/// Calls that other units make, by the function of this unit that they call.
class OtherUnits {
public:
  struct Call {
    const map::Protocol *Form;
    const map::LaunchContext *Context;

    /// Where the array begins, if that is in another one; or null.
    const map::LaunchContext::Alias *aliasOf(const map::Array *A) const;
    /// Does it pass overlapping pointers in, or within, arguments A and B?
    bool overlaps(unsigned A, unsigned B) const;
  };

  /// Of a unit without a project there are none.
  OtherUnits() = default;
  /// Terms must outlive it.
  static llvm::Expected<OtherUnits> read(const std::string &Path,
                                         map::TermContext &Terms);

  /// Has each unit of a project said what it calls?
  bool areTold() const { return AreTold; }
  /// None if there are too many.
  llvm::ArrayRef<Call> callsOf(const clang::FunctionDecl *F) const;
  /// Do others call it in ways that are not followed?
  bool isMentioned(const clang::FunctionDecl *F) const;
  /// Is there a caller, known or not, so that it is not for anybody to call
  /// with what he likes? Of too many it is not said.
  bool isCalled(const clang::FunctionDecl *F) const {
    return isMentioned(F) || !callsOf(F).empty();
  }
  /// Are there launches beside those that may be known?
  bool mayMiss(const clang::FunctionDecl *Kernel) const;

private:
  std::vector<std::unique_ptr<map::Protocol>> Forms;
  llvm::StringMap<std::vector<Call>> Of;
  CallsOfOthers Said;
  bool AreTold = false;
};

/// A launch of the kernel P by another unit as a context of P.
map::LaunchContext contextOf(const OtherUnits::Call &Launch,
                             const map::Protocol &P);

} // namespace racemap

#endif
