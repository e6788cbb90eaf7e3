// Memory - device and managed memory.
//
// All of it is in the arena, and addresses are the same on both sides.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/GraphMemory.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/api/StreamHandles.h"

#include <cuda_runtime_api.h>

using namespace racemap::cpu;
using api::call;

static constexpr size_t PitchAlignment = 512;

static size_t pitchFor(size_t Width) {
  return (Width + PitchAlignment - 1) / PitchAlignment * PitchAlignment;
}

static cudaError_t allocate(void **P, size_t Bytes, Allocation::Kind K,
                            const CallPlace &Place) {
  if (!P)
    return cudaErrorInvalidValue;
  *P = nullptr;
  if (Bytes != 0 && !(*P = Arena::get().allocate(Bytes, K, Place)))
    return cudaErrorMemoryAllocation;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **P, size_t Bytes) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call(
      [&] { return allocate(P, Bytes, Allocation::Kind::Device, Place); });
}

cudaError_t cudaMallocManaged(void **P, size_t Bytes, unsigned Flags) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    if (Bytes == 0 ||
        (Flags != cudaMemAttachGlobal && Flags != cudaMemAttachHost))
      return cudaErrorInvalidValue;
    return allocate(P, Bytes, Allocation::Kind::Managed, Place);
  });
}

cudaError_t cudaMallocPitch(void **P, size_t *Pitch, size_t Width,
                            size_t Height) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    if (!Pitch)
      return cudaErrorInvalidValue;
    *Pitch = pitchFor(Width);
    return allocate(P, *Pitch * Height, Allocation::Kind::Device, Place);
  });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *P, cudaExtent E) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    if (!P)
      return cudaErrorInvalidValue;
    *P = {nullptr, pitchFor(E.width), E.width, E.height};
    return allocate(&P->ptr, P->pitch * E.height * E.depth,
                    Allocation::Kind::Device, Place);
  });
}

cudaError_t cudaFree(void *P) {
  return call([&] {
    if (!P || api::releaseGraphMemory(P))
      return cudaSuccess;
    auto A = api::rangeOf(P);
    if (!A || A->Begin != P || A->K == Allocation::Kind::Pinned ||
        A->K == Allocation::Kind::Variable)
      return cudaErrorInvalidValue;
    return Arena::get().free(P) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  return call([&] {
    if (Free)
      *Free = Arena::get().bytesFree();
    if (Total)
      *Total = Arena::get().bytesTotal();
    return Free && Total ? cudaSuccess : cudaErrorInvalidValue;
  });
}

/// Hints change nothing, but they are for memory that there is.
static cudaError_t hint(const void *P, size_t Bytes) {
  return Bytes != 0 && api::isRange(P, Bytes) ? cudaSuccess
                                              : cudaErrorInvalidValue;
}

#if CUDART_VERSION >= 13000
cudaError_t cudaMemAdvise(const void *P, size_t Bytes, cudaMemoryAdvise,
                          cudaMemLocation) {
  return call([&] { return hint(P, Bytes); });
}

cudaError_t cudaMemPrefetchAsync(const void *P, size_t Bytes, cudaMemLocation,
                                 unsigned, cudaStream_t S) {
  return call([&] {
    return api::isStream(S) ? hint(P, Bytes) : cudaErrorInvalidResourceHandle;
  });
}
#else
cudaError_t cudaMemAdvise(const void *P, size_t Bytes, cudaMemoryAdvise, int) {
  return call([&] { return hint(P, Bytes); });
}

cudaError_t cudaMemPrefetchAsync(const void *P, size_t Bytes, int,
                                 cudaStream_t S) {
  return call([&] {
    return api::isStream(S) ? hint(P, Bytes) : cudaErrorInvalidResourceHandle;
  });
}
#endif
