// Arrays - CUDA arrays: boxes of elements that textures read.
//
// Elements are in rows, rows in slices, nothing is swizzled.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_ARRAYS_H
#define RACEMAP_RUNTIME_CPU_API_ARRAYS_H

#include "runtime/cpu/api/Copies.h"

#include <cuda_runtime_api.h>

struct cudaArray {
  cudaChannelFormatDesc Format = {};
  /// As the program gave it: 0 for a dimension that there is not.
  cudaExtent Extent = {};
  unsigned Flags = 0;
  size_t ElementBytes = 0;
  char *Data = nullptr;

  size_t rowPitch() const { return Extent.width * ElementBytes; }
  size_t height() const { return Extent.height ? Extent.height : 1; }
  size_t depth() const { return Extent.depth ? Extent.depth : 1; }
  /// From this position on.
  racemap::cpu::api::Side side(size_t XBytes, size_t Y, size_t Z) const {
    size_t Slice = rowPitch() * height();
    return {Data + Z * Slice + Y * rowPitch() + XBytes, rowPitch(), Slice};
  }
};

#endif // RACEMAP_RUNTIME_CPU_API_ARRAYS_H
