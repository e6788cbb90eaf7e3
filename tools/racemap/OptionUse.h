// OptionUse - which commands have a use for which options.
//
// Most options are for all that analyse: check, verify, cc and nvcc. The others
// are in one table here, for the help of a command and for what it refuses.
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

/// NAME=on for a NAME that needs no value, all else as it is.
std::string withImpliedValue(llvm::StringRef NameAndValue);

} // namespace racemap

#endif
