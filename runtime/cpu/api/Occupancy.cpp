// Occupancy - how many blocks a multiprocessor takes at once.
//
// The least of what its threads, blocks, registers and shared memory allow, as
// on a GPU with the numbers of Device.def. A cooperative launch is bounded by
// it, so the engine has to keep that many blocks alive.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/api/Functions.h"

#include <algorithm>
#include <cuda_runtime_api.h>

using namespace racemap::cpu;
using api::call;
namespace device = api::device;

static size_t roundUp(size_t Value, size_t Multiple) {
  return (Value + Multiple - 1) / Multiple * Multiple;
}

static size_t blocksThatFit(const engine::KernelAttributes &A, size_t Threads,
                            size_t DynamicShared) {
  size_t Warps = roundUp(Threads, device::WarpSize);
  size_t Fit = std::min(device::MaxBlocksPerMultiprocessor,
                        device::MaxThreadsPerMultiProcessor / Warps);
  if (A.Registers != 0)
    Fit = std::min(Fit, device::MaxRegistersPerMultiprocessor /
                            (A.Registers * Warps));
  size_t Shared = A.StaticShared + DynamicShared;
  size_t Each = roundUp(Shared + device::ReservedSharedMemoryPerBlock, 128);
  return std::min(Fit, device::MaxSharedMemoryPerMultiprocessor / Each);
}

cudaError_t api::blocksPerMultiprocessor(const void *Function, int BlockSize,
                                         size_t DynamicShared, int &Blocks) {
  engine::KernelAttributes A;
  if (BlockSize <= 0)
    return cudaErrorInvalidValue;
  if (cudaError_t E = engine::attributes(Function, A))
    return E;
  bool Allowed = unsigned(BlockSize) <= A.MaxThreads &&
                 DynamicShared <= maxDynamicShared(Function, A);
  Blocks = Allowed ? int(blocksThatFit(A, BlockSize, DynamicShared)) : 0;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Function, int BlockSize, size_t DynamicShared,
    unsigned) {
  return call([&] {
    return Blocks ? api::blocksPerMultiprocessor(Function, BlockSize,
                                                 DynamicShared, *Blocks)
                  : cudaErrorInvalidValue;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *Blocks, const void *Function, int BlockSize, size_t DynamicShared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      Blocks, Function, BlockSize, DynamicShared, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes,
                                                      const void *Function,
                                                      int Blocks,
                                                      int BlockSize) {
  return call([&] {
    engine::KernelAttributes A;
    if (!Bytes || Blocks <= 0 || BlockSize <= 0)
      return cudaErrorInvalidValue;
    if (cudaError_t E = engine::attributes(Function, A))
      return E;
    size_t Each = device::MaxSharedMemoryPerMultiprocessor / Blocks / 128 * 128;
    size_t Taken = A.StaticShared + device::ReservedSharedMemoryPerBlock;
    size_t Left = Each > Taken ? Each - Taken : 0;
    *Bytes = std::min(Left, api::maxDynamicShared(Function, A));
    return cudaSuccess;
  });
}
