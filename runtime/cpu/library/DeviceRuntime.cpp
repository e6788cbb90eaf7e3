// DeviceRuntime - the runtime API that device code has (dynamic parallelism).
//
// A stream is no more than a handle here: what is launched runs in the order of
// the launches. Events and copies of several dimensions are not there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/BlockRun.h"
#include "runtime/cpu/GridRun.h"
#include "runtime/cpu/Section.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/library/Function.h"

#include <cuda_runtime_api.h>
#include <string_view>

using namespace racemap::cpu;

namespace {

/// An error that cudaGetLastError() has not told yet, of one thread.
struct ThreadError {
  uint64_t Launch = 0, Block = 0;
  unsigned Index = 0;
  cudaError_t Error = cudaSuccess;

  bool isOf(const Thread &T) const {
    return Launch == T.TheBlock->TheLaunch->Number &&
           Block == T.TheBlock->Index && Index == T.Index;
  }
};

} // namespace

static thread_local ThreadError Last;

static cudaError_t note(cudaError_t E) {
  const Thread &T = *currentThread();
  Last = {T.TheBlock->TheLaunch->Number, T.TheBlock->Index, T.Index, E};
  return E;
}

static cudaError_t lastError() {
  return Last.isOf(*currentThread()) ? Last.Error : cudaSuccess;
}

/// As the toolkit's headers have it, for device code only.
static const auto TailLaunch = reinterpret_cast<cudaStream_t>(3);

RACEMAP_DEVICE(void *, __cudaCDP2GetParameterBuffer)(size_t, size_t Bytes) {
  Section In;
  return Arena::get().allocate(Bytes ? Bytes : 1, Allocation::Kind::Heap, {},
                               "arguments of a launch");
}

static bool isGrid(const Dim3 &D) {
  return D.count() != 0 && D.Y <= api::device::MaxGridDimY &&
         D.Z <= api::device::MaxGridDimZ;
}

static bool isBlock(const Dim3 &D) {
  return D.count() != 0 && D.count() <= api::device::MaxThreadsPerBlock &&
         D.Z <= api::device::MaxBlockDimZ;
}

/// Kernel is its name (lower/KernelNames).
RACEMAP_DEVICE(cudaError_t, __cudaCDP2LaunchDevice)
(const char *Kernel, char *Parameters, const Dim3 *Grid, const Dim3 *BlockDim,
 unsigned DynamicShared, cudaStream_t S) {
  if (!Parameters)
    return note(cudaErrorInvalidValue);
  std::string_view Name = Kernel;
  Dim3 NumBlocks = *Grid, NumThreads = *BlockDim;
  Section In;
  DeviceLaunch L;
  L.Kernel = Name;
  L.Grid = NumBlocks;
  L.BlockDim = NumThreads;
  L.DynamicShared = DynamicShared;
  L.Parameters = Parameters;
  if (!isGrid(L.Grid) || !isBlock(L.BlockDim) ||
      DynamicShared > api::device::MaxSharedMemoryPerBlock)
    return note(cudaErrorInvalidConfiguration);
  Current->InBlock->Run->grid().Children.add(std::move(L), S == TailLaunch);
  return cudaSuccess;
}

/// A copy or, without From, a fill; both sides have to be the program's.
static cudaError_t put(void *To, const void *From, int Value, size_t Bytes,
                       cudaStream_t S) {
  Section In;
  auto IsThere = [&](const void *P) {
    auto A = Arena::get().find(P);
    auto *Begin = static_cast<const char *>(P);
    return A && Begin + Bytes <= static_cast<char *>(A->Begin) + A->Bytes;
  };
  if (Bytes == 0)
    return cudaSuccess;
  if (!IsThere(To) || (From && !IsThere(From)))
    return note(cudaErrorInvalidValue);
  DeviceLaunch L;
  L.To = static_cast<char *>(To);
  L.From = static_cast<const char *>(From);
  L.Value = Value;
  L.Bytes = Bytes;
  Current->InBlock->Run->grid().Children.add(std::move(L), S == TailLaunch);
  return cudaSuccess;
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2MemcpyAsync)
(void *To, const void *From, size_t Bytes, cudaMemcpyKind, cudaStream_t S) {
  return From || !Bytes ? put(To, From, 0, Bytes, S)
                        : note(cudaErrorInvalidValue);
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2MemsetAsync)
(void *To, int Value, size_t Bytes, cudaStream_t S) {
  return put(To, nullptr, Value, Bytes, S);
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2StreamCreateWithFlags)
(cudaStream_t *S, unsigned) {
  static char Stream;
  *S = reinterpret_cast<cudaStream_t>(&Stream);
  return cudaSuccess;
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2StreamDestroy)(cudaStream_t) {
  return cudaSuccess;
}

RACEMAP_DEVICE(void *, malloc)(size_t Bytes);
RACEMAP_DEVICE(void, free)(void *P);

RACEMAP_DEVICE(cudaError_t, __cudaCDP2Malloc)(void **P, size_t Bytes) {
  *P = __racemap_device_malloc(Bytes);
  return *P || !Bytes ? cudaSuccess : note(cudaErrorMemoryAllocation);
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2Free)(void *P) {
  __racemap_device_free(P);
  return cudaSuccess;
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2GetLastError)() {
  cudaError_t E = lastError();
  Last = {};
  return E;
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2PeekAtLastError)() { return lastError(); }

RACEMAP_DEVICE(const char *, __cudaCDP2GetErrorString)(cudaError_t E) {
  Section In;
  return cudaGetErrorString(E);
}

RACEMAP_DEVICE(const char *, __cudaCDP2GetErrorName)(cudaError_t E) {
  Section In;
  return cudaGetErrorName(E);
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2GetDevice)(int *Device) {
  *Device = 0;
  return cudaSuccess;
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2GetDeviceCount)(int *Count) {
  *Count = 1;
  return cudaSuccess;
}

RACEMAP_DEVICE(cudaError_t, __cudaCDP2DeviceGetAttribute)
(int *Value, cudaDeviceAttr Attribute, int Device) {
  return cudaDeviceGetAttribute(Value, Attribute, Device);
}
