// Copies - boxes of bytes from here to there.
//
// Every copy of the API is a box: rows of Width bytes, Height of them in a
// slice, Depth slices. Rows and slices of each side have their own distance.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_COPIES_H
#define RACEMAP_RUNTIME_CPU_API_COPIES_H

#include <cstddef>
#include <driver_types.h>

namespace racemap::cpu::api {

struct Side {
  char *Begin = nullptr;
  size_t RowPitch = 0, SlicePitch = 0;
};

struct Box {
  size_t Width = 0, Height = 1, Depth = 1;

  bool isEmpty() const { return Width == 0 || Height == 0 || Depth == 0; }
  /// From the first byte to the last one.
  size_t span(const Side &S) const {
    return (Depth - 1) * S.SlicePitch + (Height - 1) * S.RowPitch + Width;
  }
};

cudaError_t copy(const Side &To, const Side &From, const Box &B,
                 cudaMemcpyKind Kind);
cudaError_t copy(const cudaMemcpy3DParms &P);
/// Elements of 1, 2 or 4 bytes.
cudaError_t fill(const Side &To, const Box &B, unsigned Value,
                 unsigned ElementBytes = 1);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_COPIES_H
