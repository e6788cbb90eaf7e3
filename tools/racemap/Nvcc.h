// Nvcc - nvcc's command line in clang's words.
//
// What only nvcc's own tools understand is left out, what has another name in
// clang is renamed, lists are taken apart, and what the host's compiler is
// given stays if clang knows it, warnings apart. Response files are read.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_NVCC_H
#define RACEMAP_TOOLS_RACEMAP_NVCC_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace racemap {

/// A mixture of both command lines: what is not nvcc's alone is clang's. Files
/// are named from the folder, or from the current one. The error names a
/// response file that cannot be read.
llvm::Expected<std::vector<std::string>>
fromNvcc(llvm::ArrayRef<std::string> Args, llvm::StringRef Folder = {});

/// A command line that is nvcc's as a whole, without nvcc itself.
struct NvccLine {
  std::vector<std::string> Args; ///< with what response files say
  std::vector<size_t> Inputs;    ///< which of them are files, in order
  /// Which of them say what language files are in, which a link of objects has
  /// no use for, and which one of CUDA's runtimes it is to be.
  std::vector<size_t> OfLanguage, OfRuntime;
  bool MakesArchive = false;      ///< -lib
  bool LinksDevice = false;       ///< -dlink
  bool Runs = false;              ///< -run
  std::vector<std::string> Flags; ///< the same in clang's words

  static llvm::Expected<NvccLine> parse(llvm::ArrayRef<std::string> Args,
                                        llvm::StringRef Folder = {});
};

/// The words of a line as nvcc reads them from files and from its environment.
std::vector<std::string> splitWords(llvm::StringRef Text);

} // namespace racemap

#endif
