// Cuda - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Cuda.h"

namespace racemap::gpu {

Unnoticed::Unnoticed() : Pending(cudaPeekAtLastError()) {
  cudaThreadExchangeStreamCaptureMode(&Mode);
  cudaGetDevice(&Current);
}

void Unnoticed::goTo(int Device) {
  if (!isOn(Device))
    HasGone = succeeded(cudaSetDevice(Device));
}

Unnoticed::~Unnoticed() {
  if (HasGone)
    cudaSetDevice(Current);
  cudaThreadExchangeStreamCaptureMode(&Mode);
  if (Pending == cudaSuccess)
    cudaGetLastError();
}

bool isCaptured(cudaStream_t Stream) {
  Unnoticed Quiet;
  cudaStreamCaptureStatus Status = cudaStreamCaptureStatusNone;
  return succeeded(cudaStreamIsCapturing(Stream, &Status)) &&
         Status != cudaStreamCaptureStatusNone;
}

bool Own::begin() {
  return succeeded(cudaStreamCreateWithFlags(&Stream, cudaStreamNonBlocking));
}

void *Own::zeros(uint64_t Bytes) {
  void *Got = nullptr;
  if (!succeeded(cudaMalloc(&Got, Bytes)))
    return nullptr;
  All.push_back(Got);
  if (clear(Got, Bytes))
    return Got;
  giveBack(Got);
  return nullptr;
}

bool Own::clear(void *At, uint64_t Bytes) {
  return succeeded(cudaMemsetAsync(At, 0, Bytes, Stream)) &&
         succeeded(cudaStreamSynchronize(Stream));
}

bool Own::copy(void *To, const void *From, uint64_t Bytes) {
  return Bytes == 0 || (succeeded(cudaMemcpyAsync(To, From, Bytes,
                                                  cudaMemcpyDefault, Stream)) &&
                        succeeded(cudaStreamSynchronize(Stream)));
}

void Own::giveBack(void *Memory) {
  std::erase(All, Memory);
  cudaFree(Memory);
}

void Own::giveBack() {
  for (void *Memory : All)
    cudaFree(Memory);
  All.clear();
}

void Own::forget() {
  All.clear();
  Stream = nullptr;
}

} // namespace racemap::gpu
