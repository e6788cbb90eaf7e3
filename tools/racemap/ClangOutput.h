// ClangOutput - what clang said about a unit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CLANGOUTPUT_H
#define RACEMAP_TOOLS_RACEMAP_CLANGOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace racemap {

/// Without the codes that colour it on a terminal.
std::string plain(llvm::StringRef Text);

/// "clang does not take it: " and the first line that says what is wrong.
std::string notTaken(llvm::StringRef Text);

} // namespace racemap

#endif
