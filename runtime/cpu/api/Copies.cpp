// Copies - see the header; cudaMemcpy and its kin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Copies.h"
#include "runtime/cpu/api/Arrays.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/api/Streams.h"

#include <cstring>
#include <cuda_runtime_api.h>

namespace racemap::cpu::api {

cudaError_t copy(const Side &To, const Side &From, const Box &B,
                 cudaMemcpyKind Kind) {
  if (B.isEmpty())
    return cudaSuccess;
  if (cudaError_t E =
          checkCopy(To.Begin, B.span(To), From.Begin, B.span(From), Kind))
    return E;
  for (size_t Z = 0; Z < B.Depth; ++Z)
    for (size_t Y = 0; Y < B.Height; ++Y)
      std::memmove(To.Begin + Z * To.SlicePitch + Y * To.RowPitch,
                   From.Begin + Z * From.SlicePitch + Y * From.RowPitch,
                   B.Width);
  return cudaSuccess;
}

/// One side of a three-dimensional copy: an array's position is in elements,
/// that of a pointer in bytes.
static Side side(cudaArray_t A, const cudaPitchedPtr &P, const cudaPos &At) {
  if (A)
    return A->side(At.x * A->ElementBytes, At.y, At.z);
  size_t Slice = P.pitch * P.ysize;
  return {static_cast<char *>(P.ptr) + At.z * Slice + At.y * P.pitch + At.x,
          P.pitch, Slice};
}

cudaError_t copy(const cudaMemcpy3DParms &P) {
  if ((!P.srcArray && !P.srcPtr.ptr) || (!P.dstArray && !P.dstPtr.ptr))
    return cudaErrorInvalidValue;
  cudaArray_t Array = P.srcArray ? P.srcArray : P.dstArray;
  size_t Unit = Array ? Array->ElementBytes : 1;
  Box B{P.extent.width * Unit, P.extent.height, P.extent.depth};
  return copy(side(P.dstArray, P.dstPtr, P.dstPos),
              side(P.srcArray, P.srcPtr, P.srcPos), B, P.kind);
}

static Side plane(const void *P, size_t Pitch = 0) {
  return {const_cast<char *>(static_cast<const char *>(P)), Pitch, 0};
}

static cudaError_t submitCopy(cudaStream_t S, const Side &To, const Side &From,
                              const Box &B, cudaMemcpyKind Kind) {
  return call([&] {
    if (B.Height > 1 && (To.RowPitch < B.Width || From.RowPitch < B.Width))
      return cudaErrorInvalidPitchValue;
    return submit(
        S,
        {cudaGraphNodeTypeMemcpy, [=] { return copy(To, From, B, Kind); }, {}});
  });
}

static cudaError_t submitCopy(cudaStream_t S, const cudaMemcpy3DParms *P) {
  return call([&] {
    if (!P)
      return cudaErrorInvalidValue;
    return submit(S, {cudaGraphNodeTypeMemcpy,
                      [Parameters = *P] { return copy(Parameters); }, *P});
  });
}

} // namespace racemap::cpu::api

using namespace racemap::cpu::api;

cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes,
                            cudaMemcpyKind Kind, cudaStream_t S) {
  return submitCopy(S, plane(To), plane(From), {Bytes}, Kind);
}

cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind Kind) {
  return cudaMemcpyAsync(To, From, Bytes, Kind, nullptr);
}

cudaError_t cudaMemcpy2DAsync(void *To, size_t ToPitch, const void *From,
                              size_t FromPitch, size_t Width, size_t Height,
                              cudaMemcpyKind Kind, cudaStream_t S) {
  return submitCopy(S, plane(To, ToPitch), plane(From, FromPitch),
                    {Width, Height}, Kind);
}

cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Width, size_t Height,
                         cudaMemcpyKind Kind) {
  return cudaMemcpy2DAsync(To, ToPitch, From, FromPitch, Width, Height, Kind,
                           nullptr);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *P, cudaStream_t S) {
  return submitCopy(S, P);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *P) {
  return submitCopy(nullptr, P);
}

cudaError_t cudaMemcpyPeerAsync(void *To, int ToDevice, const void *From,
                                int FromDevice, size_t Bytes, cudaStream_t S) {
  if (ToDevice != 0 || FromDevice != 0)
    return note(cudaErrorInvalidDevice);
  return cudaMemcpyAsync(To, From, Bytes, cudaMemcpyDeviceToDevice, S);
}

cudaError_t cudaMemcpyPeer(void *To, int ToDevice, const void *From,
                           int FromDevice, size_t Bytes) {
  return cudaMemcpyPeerAsync(To, ToDevice, From, FromDevice, Bytes, nullptr);
}
