// PatchedHeaders - headers of the toolkit that clang does not take as they are.
//
// clang refuses a __shared__ variable whose destructor has a body, as that of
// cuda::barrier has. For clang the header has a function of another name in its
// place, through a virtual file; nobody calls a destructor of shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_PATCHEDHEADERS_H
#define RACEMAP_TOOLS_RACEMAP_PATCHEDHEADERS_H

#include "TemporaryFile.h"
#include <vector>

namespace racemap {

class PatchedHeaders {
public:
  /// Of the toolkit in this folder. Without what it patches there are no flags.
  explicit PatchedHeaders(llvm::StringRef Cuda);

  std::vector<std::string> flags() const;

private:
  TemporaryFile Header{"h"}, Overlay{"yaml"};
  bool IsWritten = false;
};

} // namespace racemap

#endif
