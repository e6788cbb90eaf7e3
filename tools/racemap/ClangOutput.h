// ClangOutput - what clang said about a unit.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CLANGOUTPUT_H
#define RACEMAP_TOOLS_RACEMAP_CLANGOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace racemap {

/// Without the codes that colour it on a terminal.
std::string plain(llvm::StringRef Text);

/// What a terminal, or GitHub, may be given (runtime/output/Printable.h): of
/// all codes, at most those that colour are left. Names of files can have
/// anything in them.
std::string harmless(llvm::StringRef Text, bool HasColors);

/// "clang does not take it: " and the first line that says what is wrong.
std::string notTaken(llvm::StringRef Text);

/// What clang says of several units, without what it has said before: one
/// source in two builds, or one header in two sources, has each finding once.
class SaidOnce {
public:
  /// Text without the diagnostics whose first line is known, with their notes.
  /// How many there were is left out, too: that is counted in the end.
  std::string take(llvm::StringRef Text);

private:
  llvm::StringSet<> Known; ///< first lines, without colours
};

} // namespace racemap

#endif
