// Nvcc - nvcc's command line in clang's words.
//
// What only nvcc's own tools understand is left out, what has another name in
// clang is renamed, and all else stays as it is, so that a mixture of both
// command lines is taken, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_TOOLS_RACEMAP_NVCC_H
#define RACEMAP_TOOLS_RACEMAP_NVCC_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace racemap {

std::vector<std::string> fromNvcc(llvm::ArrayRef<std::string> Args);

} // namespace racemap

#endif
