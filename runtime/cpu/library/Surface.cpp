// Surface - where the elements of a surface object are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Engine.h"
#include "runtime/cpu/api/Textures.h"
#include "runtime/cpu/library/TextureForm.h"

#include <algorithm>
#include <cstdint>

using namespace racemap::cpu;
using racemap::cpu::api::Texture;

static bool isInside(long At, long Size) { return At >= 0 && At < Size; }

/// X counts bytes. Null if the element is outside and reads as zero.
extern "C" char *__racemap_surface_address(uint64_t Object, uint32_t FormBits,
                                           uint32_t EdgeBits, uint32_t Bytes,
                                           int32_t A, int32_t B, int32_t C,
                                           int32_t) {
  const Texture &T = *reinterpret_cast<const Texture *>(Object);
  TextureForm F = TextureForm::of(FormBits);
  const int32_t In[] = {A, B, C};
  const int32_t *Next = In;
  long Z = F.IsLayered ? *Next++ : 0, X = Next[0];
  long Y = F.Dimensions > 1 ? Next[1] : 0;
  if (F.Dimensions > 2)
    Z = Next[2];
  long Columns = T.Width * long(T.ElementBytes) - long(Bytes) + 1;
  if (!isInside(X, Columns) || !isInside(Y, T.Height) ||
      !isInside(Z, T.Depth)) {
    switch (SurfaceEdge(EdgeBits)) {
    case SurfaceEdge::Trap:
      failLaunch(cudaErrorIllegalAddress);
    case SurfaceEdge::Zero:
      return nullptr;
    case SurfaceEdge::Clamp:
      X = std::clamp(X, 0L, Columns - 1);
      Y = std::clamp(Y, 0L, T.Height - 1);
      Z = std::clamp(Z, 0L, T.Depth - 1);
    }
  }
  return T.at(0, Y, Z) + X;
}
