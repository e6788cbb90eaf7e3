// WholeSource - a unit's source as one text.
//
// In:  the file and the flags of its compilation.
// Out: its text, with the text of each header of the user's in the place of its
//      #include, and what -D, -U and -include say in front. Headers of the
//      system and of CUDA stay #includes, so that any compiler finds its own.
//      Macros and conditions are as they were: the text is right for the host
//      and the device, and for clang and nvcc.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_CONFIRM_WHOLESOURCE_H
#define RACEMAP_TOOLS_RACEMAP_CONFIRM_WHOLESOURCE_H

#include "passes/verdict/finding/LaunchRecipe.h"
#include "tools/racemap/Toolchain.h"
#include "llvm/ADT/StringMap.h"

namespace racemap {

class WholeSource {
public:
  WholeSource(const Toolchain &T, const verdict::LaunchRecipe::Unit &U);
  /// The error names the file that cannot be read, or that includes itself.
  llvm::Expected<std::string> text();
  /// The flags that whoever compiles the text has to give, too: "-std=c++17".
  std::string flags() const;

private:
  llvm::Error readFlags();
  llvm::Error append(const std::string &File, unsigned Depth);
  /// The file that an #include in Folder means, if it is the user's.
  std::string find(llvm::StringRef Name, bool IsQuoted,
                   llvm::StringRef Folder) const;
  std::string absolute(llvm::StringRef Path) const;

  const Toolchain &T;
  const verdict::LaunchRecipe::Unit &U;
  std::vector<std::string> Flags; ///< that concern a compilation
  std::vector<std::string> Folders, QuotedFolders;
  std::vector<std::string> Before; ///< files of -include
  llvm::StringMap<unsigned> Once;  ///< numbers of files with #pragma once
  std::string Text;
};

} // namespace racemap

#endif
