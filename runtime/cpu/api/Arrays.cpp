// Arrays - see the header; making them and copying to and from them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Arrays.h"
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Streams.h"

#include <algorithm>

using namespace racemap::cpu;
using namespace racemap::cpu::api;

static size_t elementBytes(const cudaChannelFormatDesc &F) {
  int Bits[] = {F.x, F.y, F.z, F.w};
  size_t Channels = std::count_if(Bits, Bits + 4, [](int B) { return B > 0; });
  return Channels * F.x / 8;
}

static cudaError_t make(cudaArray_t *A, const cudaChannelFormatDesc *Format,
                        cudaExtent E, unsigned Flags, const CallPlace &Place) {
  if (!A || !Format || E.width == 0 || elementBytes(*Format) == 0)
    return cudaErrorInvalidValue;
  cudaArray New{*Format, E, Flags, elementBytes(*Format), nullptr};
  New.Data = Arena::get().allocate(New.rowPitch() * New.height() * New.depth(),
                                   Allocation::Kind::Array, Place);
  if (!New.Data)
    return cudaErrorMemoryAllocation;
  *A = new cudaArray(New);
  return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *A, const cudaChannelFormatDesc *Format,
                            size_t Width, size_t Height, unsigned Flags) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call(
      [&] { return make(A, Format, {Width, Height, 0}, Flags, Place); });
}

cudaError_t cudaMalloc3DArray(cudaArray_t *A,
                              const cudaChannelFormatDesc *Format, cudaExtent E,
                              unsigned Flags) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] { return make(A, Format, E, Flags, Place); });
}

cudaError_t cudaFreeArray(cudaArray_t A) {
  return call([&] {
    if (!A)
      return cudaSuccess;
    if (!Arena::get().free(A->Data))
      return cudaErrorInvalidValue;
    delete A;
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *Format, cudaExtent *E,
                             unsigned *Flags, cudaArray_t A) {
  return call([&] {
    if (!A)
      return cudaErrorInvalidResourceHandle;
    if (Format)
      *Format = A->Format;
    if (E)
      *E = A->Extent;
    if (Flags)
      *Flags = A->Flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *Format,
                               cudaArray_const_t A) {
  return call([&] {
    if (!A || !Format)
      return cudaErrorInvalidValue;
    *Format = A->Format;
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                            cudaChannelFormatKind Kind) {
  return {X, Y, Z, W, Kind};
}

static Side plane(const void *P, size_t Pitch) {
  return {const_cast<char *>(static_cast<const char *>(P)), Pitch, 0};
}

static cudaError_t submitCopy(cudaStream_t S, const Side &To, const Side &From,
                              const Box &B, cudaMemcpyKind Kind) {
  return submit(
      S,
      {cudaGraphNodeTypeMemcpy, [=] { return copy(To, From, B, Kind); }, {}});
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t To, size_t X, size_t Y,
                                     const void *From, size_t Pitch,
                                     size_t Width, size_t Height,
                                     cudaMemcpyKind Kind, cudaStream_t S) {
  return call([&] {
    if (!To)
      return cudaErrorInvalidResourceHandle;
    return submitCopy(S, To->side(X, Y, 0), plane(From, Pitch), {Width, Height},
                      Kind);
  });
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t To, size_t X, size_t Y,
                                const void *From, size_t Pitch, size_t Width,
                                size_t Height, cudaMemcpyKind Kind) {
  return cudaMemcpy2DToArrayAsync(To, X, Y, From, Pitch, Width, Height, Kind,
                                  nullptr);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *To, size_t Pitch,
                                       cudaArray_const_t From, size_t X,
                                       size_t Y, size_t Width, size_t Height,
                                       cudaMemcpyKind Kind, cudaStream_t S) {
  return call([&] {
    if (!From)
      return cudaErrorInvalidResourceHandle;
    return submitCopy(S, plane(To, Pitch), From->side(X, Y, 0), {Width, Height},
                      Kind);
  });
}

cudaError_t cudaMemcpy2DFromArray(void *To, size_t Pitch,
                                  cudaArray_const_t From, size_t X, size_t Y,
                                  size_t Width, size_t Height,
                                  cudaMemcpyKind Kind) {
  return cudaMemcpy2DFromArrayAsync(To, Pitch, From, X, Y, Width, Height, Kind,
                                    nullptr);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t To, size_t ToX, size_t ToY,
                                     cudaArray_const_t From, size_t FromX,
                                     size_t FromY, size_t Width, size_t Height,
                                     cudaMemcpyKind Kind) {
  return call([&] {
    if (!To || !From)
      return cudaErrorInvalidResourceHandle;
    return submitCopy(nullptr, To->side(ToX, ToY, 0),
                      From->side(FromX, FromY, 0), {Width, Height}, Kind);
  });
}

/// Bytes that go through the rows of an array one after the other.
static cudaError_t linear(const Side &To, const Side &From, size_t Bytes,
                          cudaMemcpyKind Kind) {
  return call([&] { return submitCopy(nullptr, To, From, {Bytes}, Kind); });
}

cudaError_t cudaMemcpyToArray(cudaArray_t To, size_t X, size_t Y,
                              const void *From, size_t Bytes,
                              cudaMemcpyKind Kind) {
  return linear(To->side(X, Y, 0), plane(From, 0), Bytes, Kind);
}

cudaError_t cudaMemcpyFromArray(void *To, cudaArray_const_t From, size_t X,
                                size_t Y, size_t Bytes, cudaMemcpyKind Kind) {
  return linear(plane(To, 0), From->side(X, Y, 0), Bytes, Kind);
}
