// OtherUnits - what units of a project pass to each other's functions.
//
// A call of a function that another unit defines, or a launch of its kernel, is
// a launch context of a protocol without statements, the function's form: its
// scalars and arrays are the function's parameters, or members of these, called
// "argument N" or "argument N.BYTE". As text in the MAP language it goes from
// unit to unit.
//
// In:  calls=FILE, which `racemap check -p` puts together:
//        {"complete": true, "calls": {"_Z3runPfi": ["kernel run …", …]}}
//      by the mangled names of functions of this unit, what other units pass;
//      complete, if that is all.
// Out: emit-calls=FILE, which it asks of each unit:
//        {"wants": ["_Z3runPfi"], "defines": ["_Z3runPfi", "_Z4initv"],
//         "calls": {"_Z4stepv": "kernel step …"}}
//      the functions whose callers matter for what is not proved here, all that
//      it defines and others may call, and what it passes to functions of
//      others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PLUGIN_OTHERUNITS_H
#define RACEMAP_PLUGIN_OTHERUNITS_H

#include "passes/map/Protocol.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace racemap {

/// The name by which the linker knows a function.
std::string linkName(const clang::FunctionDecl *F);

/// Is F defined in this unit alone, for others to call or launch?
bool isForOthers(const clang::FunctionDecl *F);

/// The form of F, without calls. Of references, it has what they refer to.
map::Protocol formOf(const clang::FunctionDecl *F, clang::ASTContext &AST,
                     map::TermContext &Terms);

/// Calls that other units make, by the function of this unit that they call.
class OtherUnits {
public:
  struct Call {
    const map::Protocol *Form;
    const map::LaunchContext *Context;

    /// Does it pass overlapping pointers in, or within, arguments A and B?
    bool overlaps(unsigned A, unsigned B) const;
  };

  /// Of a unit without a project there are none.
  OtherUnits() = default;
  /// Terms must outlive it.
  static llvm::Expected<OtherUnits> read(const std::string &Path,
                                         map::TermContext &Terms);

  llvm::ArrayRef<Call> callsOf(const clang::FunctionDecl *F) const;
  /// Are these all calls of other units?
  bool isComplete() const { return IsComplete; }

private:
  std::vector<std::unique_ptr<map::Protocol>> Forms;
  llvm::StringMap<std::vector<Call>> Of;
  bool IsComplete = false;
};

/// A launch of the kernel P by another unit as a context of P.
map::LaunchContext contextOf(const OtherUnits::Call &Launch,
                             const map::Protocol &P);

/// What a unit says of itself.
struct UnitCalls {
  std::vector<std::string> Wants, Defines;
  std::vector<map::Protocol> Calls; ///< forms, with their calls

  void write(llvm::raw_ostream &OS) const;
};

} // namespace racemap

#endif
