// Fills - cudaMemset and its kin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Copies.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/api/Streams.h"

#include <cstring>
#include <cuda_runtime_api.h>

namespace racemap::cpu::api {

static void fillRow(char *Row, size_t Bytes, unsigned Value,
                    unsigned ElementBytes) {
  if (ElementBytes == 1) {
    std::memset(Row, int(Value), Bytes);
    return;
  }
  for (size_t I = 0; I + ElementBytes <= Bytes; I += ElementBytes)
    std::memcpy(Row + I, &Value, ElementBytes);
}

cudaError_t fill(const Side &To, const Box &B, unsigned Value,
                 unsigned ElementBytes) {
  if (B.isEmpty())
    return cudaSuccess;
  if (!isRange(To.Begin, B.span(To)) && !isRegistered(To.Begin))
    return cudaErrorInvalidValue;
  for (size_t Z = 0; Z < B.Depth; ++Z)
    for (size_t Y = 0; Y < B.Height; ++Y)
      fillRow(To.Begin + Z * To.SlicePitch + Y * To.RowPitch, B.Width, Value,
              ElementBytes);
  return cudaSuccess;
}

static cudaError_t submitFill(cudaStream_t S, const Side &To, const Box &B,
                              int Value) {
  return call([&] {
    return submit(S, {cudaGraphNodeTypeMemset,
                      [=] { return fill(To, B, unsigned(Value)); },
                      {}});
  });
}

} // namespace racemap::cpu::api

using namespace racemap::cpu::api;

cudaError_t cudaMemset3DAsync(cudaPitchedPtr P, int Value, cudaExtent E,
                              cudaStream_t S) {
  Side To{static_cast<char *>(P.ptr), P.pitch, P.pitch * P.ysize};
  return submitFill(S, To, {E.width, E.height, E.depth}, Value);
}

cudaError_t cudaMemset3D(cudaPitchedPtr P, int Value, cudaExtent E) {
  return cudaMemset3DAsync(P, Value, E, nullptr);
}

cudaError_t cudaMemset2DAsync(void *P, size_t Pitch, int Value, size_t Width,
                              size_t Height, cudaStream_t S) {
  return submitFill(S, {static_cast<char *>(P), Pitch, 0}, {Width, Height},
                    Value);
}

cudaError_t cudaMemset2D(void *P, size_t Pitch, int Value, size_t Width,
                         size_t Height) {
  return cudaMemset2DAsync(P, Pitch, Value, Width, Height, nullptr);
}

cudaError_t cudaMemsetAsync(void *P, int Value, size_t Bytes, cudaStream_t S) {
  return submitFill(S, {static_cast<char *>(P), 0, 0}, {Bytes}, Value);
}

cudaError_t cudaMemset(void *P, int Value, size_t Bytes) {
  return cudaMemsetAsync(P, Value, Bytes, nullptr);
}
