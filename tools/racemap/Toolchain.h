// Toolchain - the clang, the CUDA toolkit and the plugin that racemap runs.
//
// clang: RACEMAP_CLANG, else clang++-<major> on PATH, else the one that RaceMap
// was built with. CUDA: CUDA_PATH, else
// beside nvcc on PATH, else /usr/local/cuda. The plugin: ../lib beside the
// executable, in an install prefix as in a build tree.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_TOOLCHAIN_H
#define RACEMAP_TOOLS_RACEMAP_TOOLCHAIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace racemap {

/// The architecture of a compilation that names none.
inline constexpr const char *DefaultArch = "sm_80";

struct Toolchain {
  std::string Clang, Cuda, Plugin;

  /// Finds all three; the error says which is missing and what to set.
  static llvm::Expected<Toolchain> find(const char *Argv0);
  /// What every CUDA compilation needs, unless Args say it themselves.
  std::vector<std::string> cudaFlags(llvm::ArrayRef<std::string> Args,
                                     llvm::StringRef Arch) const;
  /// Runs clang; its exit status, or an error if it cannot be run.
  llvm::Expected<int> run(llvm::ArrayRef<std::string> Args) const;
};

/// nvcc's -arch, -gencode and -rdc in clang's words; all else as it is.
std::vector<std::string> fromNvcc(llvm::ArrayRef<std::string> Args);

} // namespace racemap

#endif
