// OwnLines - what racemap itself says on standard error.
//
// A line begins with "racemap: error: " or its like, coloured as clang colours
// its own: on a terminal that has colours, unless the environment variable
// NO_COLOR is set; -fcolor-diagnostics and -fno-color-diagnostics on the
// command line come first, the last of them counts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_OWNLINES_H
#define RACEMAP_TOOLS_RACEMAP_OWNLINES_H

#include "Commands.h"

namespace racemap {

/// Before anything is said.
void setColors(Arguments CommandLine);
/// Of standard error.
bool hasColors();

enum class Severity { Error, Warning, Remark, Note };

/// One line, whatever is in the text.
void say(Severity S, const llvm::Twine &Text);

/// "FILE:LINE: note: …", without an end of line, in colours if there are some.
std::string lineAt(const llvm::Twine &Place, Severity S,
                   const llvm::Twine &Text);

} // namespace racemap

#endif
