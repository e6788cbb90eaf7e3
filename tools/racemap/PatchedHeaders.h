// PatchedHeaders - headers of the toolkit that clang does not take as they are,
// or where they are. Virtual files stand for them:
//
// * clang refuses a __shared__ variable whose destructor has a body, as that of
//   cuda::barrier has. The header has a function of another name in its place;
//   nobody calls a destructor of shared memory.
// * Before it reads the source, clang includes "cuda.h", which nvcc does not,
// for
//   the toolkit's version. Beside clang's own headers it is found first from
//   there. It is the version alone: not a header of the source that has the
//   name, and none that macros of the command line (-DN=64) can break. Whoever
//   includes it later gets the toolkit's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PATCHEDHEADERS_H
#define RACEMAP_TOOLS_RACEMAP_PATCHEDHEADERS_H

#include "passes/driver/TemporaryFile.h"
#include "llvm/Support/JSON.h"
#include <deque>
#include <vector>

namespace racemap {

class PatchedHeaders {
public:
  /// Of the toolkit in this folder, for a clang that has its headers in that
  /// one. Without what it patches there are no flags.
  PatchedHeaders(llvm::StringRef Cuda, llvm::StringRef OfClang);

  std::vector<std::string> flags() const;

private:
  /// Puts a header with this text in the place of the one at Path.
  void replace(llvm::StringRef Path, llvm::StringRef Text);
  bool patchBarrier(llvm::StringRef Path);
  void patchDriver(llvm::StringRef Path, llvm::StringRef Place);
  void hideMacros(llvm::StringRef Place, llvm::StringRef Text);

  std::deque<TemporaryFile> Headers;
  llvm::json::Array Files;
  TemporaryFile Overlay{"yaml"};
  bool IsWritten = false;
};

} // namespace racemap

#endif
