// OptionUse - which commands have a use for which options and flags.
//
// Most options are for all that analyse: check, verify, cc and nvcc. The others
// are in one table here, for the help of a command and for what it refuses.
// Flags are those of the commands' own table (Help.h). "plugin" is no command
// but clang with the plugin, in builds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_OPTIONUSE_H
#define RACEMAP_TOOLS_RACEMAP_OPTIONUSE_H

#include "llvm/Support/Error.h"

namespace racemap {

/// Is there a row of this name in the table of options?
bool isOption(llvm::StringRef Name);

/// Has the command a use for the option?
bool takesOption(llvm::StringRef Command, llvm::StringRef Option);

/// An error that says for what the option is, if it is none of the command's.
llvm::Error refuseOption(llvm::StringRef Command, llvm::StringRef Option);

/// Is the option a switch that is on if no value is given?
bool impliesOn(llvm::StringRef Name);

/// An error if the flag ("--strict", "-p") is another command's, or has a value
/// that it does not take, or needs one. What is no flag at all is no error.
llvm::Error checkFlag(llvm::StringRef Command, llvm::StringRef Flag,
                      bool HasValue);

/// A suggestion: a flag or an option of the command that is most like Name,
/// which has no dashes.
std::string meantFlag(llvm::StringRef Command, llvm::StringRef Name);

} // namespace racemap

#endif
