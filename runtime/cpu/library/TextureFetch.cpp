// TextureFetch - reading through texture objects, as CUDA's manual describes.
//
// A coordinate is scaled if it is normalized, then each of the elements that a
// filter takes (one, or two for each dimension) goes through the addressing
// mode. The weights of linear filtering have 8 bits, as a GPU's. An element
// becomes four 32-bit values: integers as they are, or floats if it has floats
// or the texture reads normalized floats. Channels that there are not are 0,
// the fourth one 1.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Textures.h"
#include "runtime/cpu/library/TextureForm.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

using namespace racemap::cpu;
using racemap::cpu::api::Texture;

using Words = uint32_t __attribute__((vector_size(16)));
using Floats = std::array<float, 4>;

namespace {

/// Where a fetch is: coordinates and the slice of a layer or face.
struct Place {
  std::array<float, 3> At = {0, 0, 0};
  long Slice = 0;
};

/// The elements of one dimension that a fetch takes, and the second one's
/// weight.
struct Taps {
  long First = 0, Second = 0;
  float Weight = 0;
};

} // namespace

static float asFloat(uint32_t Bits) {
  float F;
  std::memcpy(&F, &Bits, 4);
  return F;
}

static uint32_t asBits(float F) {
  uint32_t Bits;
  std::memcpy(&Bits, &F, 4);
  return Bits;
}

static bool readsFloats(const Texture &T) {
  return T.Format.f == cudaChannelFormatKindFloat ||
         T.Description.readMode == cudaReadModeNormalizedFloat;
}

/// One channel as the 32 bits that a fetch gives.
static uint32_t channel(const Texture &T, const char *P, int Bits) {
  uint32_t Raw = 0;
  std::memcpy(&Raw, P, size_t(Bits) / 8);
  if (T.Format.f == cudaChannelFormatKindFloat) {
    if (Bits == 32)
      return Raw;
    _Float16 Half;
    std::memcpy(&Half, P, 2);
    return asBits(float(Half));
  }
  bool IsSigned = T.Format.f == cudaChannelFormatKindSigned;
  int32_t Value =
      IsSigned ? int32_t(Raw << (32 - Bits)) >> (32 - Bits) : int32_t(Raw);
  if (T.Description.readMode != cudaReadModeNormalizedFloat || Bits == 32)
    return uint32_t(Value);
  float Most = float((1u << (IsSigned ? Bits - 1 : Bits)) - 1);
  return asBits(std::max(float(Value) / Most, -1.0f));
}

/// Outside of the texture and with the mode Border: X is -1.
static Words element(const Texture &T, long X, long Y, long Z) {
  bool Floats = readsFloats(T);
  Words Result = {0, 0, 0, Floats ? asBits(1.0f) : 1u};
  if (X < 0 || Y < 0 || Z < 0) {
    for (int C = 0; C < 4; ++C)
      Result[C] = Floats ? asBits(T.Description.borderColor[C])
                         : uint32_t(T.Description.borderColor[C]);
    return Result;
  }
  const int Bits[] = {T.Format.x, T.Format.y, T.Format.z, T.Format.w};
  const char *P = T.at(X, Y, Z);
  for (int C = 0; C < 4 && Bits[C] != 0; ++C, P += Bits[C - 1] / 8)
    Result[C] = channel(T, P, Bits[C]);
  return Result;
}

/// The element that stands at an index that may be outside; -1 for the border.
static long address(long Index, long Size, cudaTextureAddressMode Mode) {
  if (Index >= 0 && Index < Size)
    return Index;
  switch (Mode) {
  case cudaAddressModeWrap:
    return ((Index % Size) + Size) % Size;
  case cudaAddressModeMirror: {
    long Twice = ((Index % (2 * Size)) + 2 * Size) % (2 * Size);
    return Twice < Size ? Twice : 2 * Size - 1 - Twice;
  }
  case cudaAddressModeClamp:
    return std::clamp(Index, 0L, Size - 1);
  case cudaAddressModeBorder:
    return -1;
  }
  return -1;
}

static Taps taps(const Texture &T, float At, long Size, unsigned Dimension) {
  cudaTextureAddressMode Mode = T.Description.addressMode[Dimension];
  bool IsNormalized = T.Description.normalizedCoords != 0;
  // Without normalized coordinates the periodic modes do not exist.
  if (!IsNormalized &&
      (Mode == cudaAddressModeWrap || Mode == cudaAddressModeMirror))
    Mode = cudaAddressModeClamp;
  if (IsNormalized)
    At *= float(Size);
  At = std::clamp(At, -1e9f, 1e9f);
  if (T.Description.filterMode == cudaFilterModePoint) {
    long I = address(long(std::floor(At)), Size, Mode);
    return {I, I, 0};
  }
  At -= 0.5f;
  long I = long(std::floor(At));
  float Weight = std::nearbyint((At - float(I)) * 256) / 256;
  return {address(I, Size, Mode), address(I + 1, Size, Mode), Weight};
}

static Floats floats(Words W) {
  return {asFloat(W[0]), asFloat(W[1]), asFloat(W[2]), asFloat(W[3])};
}

static Floats mix(Floats A, Floats B, float Weight) {
  for (int C = 0; C < 4; ++C)
    A[C] = A[C] * (1 - Weight) + B[C] * Weight;
  return A;
}

static Floats along(const Texture &T, const Taps &X, long Y, long Z) {
  return mix(floats(element(T, X.First, Y, Z)),
             floats(element(T, X.Second, Y, Z)), X.Weight);
}

static Words sample(const Texture &T, const TextureForm &F, const Place &P) {
  Taps X = taps(T, P.At[0], T.Width, 0), Y, Z{P.Slice, P.Slice, 0};
  if (F.Dimensions > 1 || F.IsCube)
    Y = taps(T, P.At[1], T.Height, 1);
  if (F.Dimensions > 2 && !F.IsCube)
    Z = taps(T, P.At[2], T.Depth, 2);
  if (T.Description.filterMode == cudaFilterModePoint || !readsFloats(T))
    return element(T, X.First, Y.First, Z.First);
  auto Plane = [&](long Slice) {
    return mix(along(T, X, Y.First, Slice), along(T, X, Y.Second, Slice),
               Y.Weight);
  };
  Floats All = mix(Plane(Z.First), Plane(Z.Second), Z.Weight);
  return {asBits(All[0]), asBits(All[1]), asBits(All[2]), asBits(All[3])};
}

/// The face that a direction points to, and where on it.
static Place onCube(float X, float Y, float Z) {
  float AX = std::fabs(X), AY = std::fabs(Y), AZ = std::fabs(Z);
  float Most = std::max({AX, AY, AZ}), S, U;
  long Face;
  if (AX == Most) {
    Face = X >= 0 ? 0 : 1;
    S = X >= 0 ? -Z : Z;
    U = -Y;
  } else if (AY == Most) {
    Face = Y >= 0 ? 2 : 3;
    S = X;
    U = Y >= 0 ? Z : -Z;
  } else {
    Face = Z >= 0 ? 4 : 5;
    S = Z >= 0 ? X : -X;
    U = -Y;
  }
  return {{(S / Most + 1) / 2, (U / Most + 1) / 2, 0}, Face};
}

static Place place(const Texture &T, const TextureForm &F, const uint32_t *In) {
  Place P;
  long Layer = 0;
  if (F.IsLayered)
    Layer = long(int32_t(*In++));
  if (F.IsCube) {
    P = onCube(asFloat(In[0]), asFloat(In[1]), asFloat(In[2]));
    Layer = std::clamp(Layer, 0L, T.Depth / 6 - 1) * 6;
  } else {
    for (unsigned D = 0; D < F.Dimensions; ++D)
      P.At[D] = F.IsInteger ? float(int32_t(In[D])) : asFloat(In[D]);
  }
  P.Slice = std::clamp(P.Slice + Layer, 0L, T.Depth - 1);
  return P;
}

/// Element by element; what is outside reads 0.
static Words fetchInteger(const Texture &T, const TextureForm &F,
                          const uint32_t *In) {
  long At[3] = {0, 0, 0};
  long Size[] = {T.Width, T.Height, T.Depth};
  for (unsigned D = 0; D < F.Dimensions; ++D) {
    At[D] = int32_t(In[D]);
    if (At[D] < 0 || At[D] >= Size[D])
      return Words{0, 0, 0, 0};
  }
  return element(T, At[0], At[1], At[2]);
}

/// One component of the four elements that linear filtering would take,
/// counter-clockwise from the lower left.
static Words gather(const Texture &T, const TextureForm &F, const Place &P) {
  Texture Linear = T;
  Linear.Description.filterMode = cudaFilterModeLinear;
  Taps X = taps(Linear, P.At[0], T.Width, 0);
  Taps Y = taps(Linear, P.At[1], T.Height, 1);
  return {element(T, X.First, Y.Second, P.Slice)[F.Component],
          element(T, X.Second, Y.Second, P.Slice)[F.Component],
          element(T, X.Second, Y.First, P.Slice)[F.Component],
          element(T, X.First, Y.First, P.Slice)[F.Component]};
}

extern "C" Words __racemap_texture_fetch(uint64_t Object, uint32_t FormBits,
                                         uint32_t A, uint32_t B, uint32_t C,
                                         uint32_t D) {
  const Texture &T = *reinterpret_cast<const Texture *>(Object);
  TextureForm F = TextureForm::of(FormBits);
  const uint32_t In[] = {A, B, C, D};
  if (F.IsInteger && !F.IsLayered)
    return fetchInteger(T, F, In);
  Place P = place(T, F, In);
  return F.Component < 4 ? gather(T, F, P) : sample(T, F, P);
}
