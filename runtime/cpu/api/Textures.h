// Textures - texture and surface objects.
//
// An object's handle is its address. It keeps what the program said about it,
// and the memory behind it in one form: a box of elements.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_TEXTURES_H
#define RACEMAP_RUNTIME_CPU_API_TEXTURES_H

#include "runtime/cpu/api/Copies.h"

#include <cuda_runtime_api.h>

namespace racemap::cpu::api {

struct Texture {
  cudaResourceDesc Resource = {};
  cudaTextureDesc Description = {};
  cudaResourceViewDesc View = {};
  bool HasView = false;

  cudaChannelFormatDesc Format = {};
  size_t ElementBytes = 0;
  Side Memory;
  /// Elements; layers and faces count as depth.
  long Width = 1, Height = 1, Depth = 1;

  char *at(long X, long Y, long Z) const {
    return Memory.Begin + Z * Memory.SlicePitch + Y * Memory.RowPitch +
           X * long(ElementBytes);
  }
};

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_TEXTURES_H
