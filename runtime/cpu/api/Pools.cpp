// Pools - memory that is allocated and freed in the order of a stream.
//
// All pools give memory of the arena. What a program sets is kept for when it
// asks; nothing is cached, so that nothing is ever trimmed.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/Arena.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Capture.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/api/GraphMemory.h"
#include "runtime/cpu/api/Ranges.h"
#include "runtime/cpu/api/Reset.h"
#include "runtime/cpu/api/StreamHandles.h"
#include "runtime/cpu/api/Streams.h"

#include <cuda_runtime_api.h>
#include <map>
#include <mutex>
#include <set>

struct CUmemPoolHandle_st {
  std::map<cudaMemPoolAttr, uint64_t> Attributes;
};

using namespace racemap::cpu;
using namespace racemap::cpu::api;

static std::mutex Lock;
static CUmemPoolHandle_st Default;
static cudaMemPool_t Current = &Default;
static std::set<cudaMemPool_t> Live = {&Default};

static bool isPool(cudaMemPool_t P) {
  std::lock_guard Guard(Lock);
  return Live.count(P) != 0;
}

void api::destroyPools() {
  std::lock_guard Guard(Lock);
  Live.erase(&Default);
  for (cudaMemPool_t P : Live)
    delete P;
  Live = {&Default};
  Current = &Default;
  Default.Attributes.clear();
}

/// A captured allocation or release is a node of the graph.
static cudaError_t capture(std::optional<Work> W, cudaStream_t S,
                           cudaError_t Otherwise) {
  return W ? submit(S, std::move(*W)) : Otherwise;
}

static cudaError_t allocate(void **P, size_t Bytes, cudaStream_t S,
                            const CallPlace &Place) {
  if (!P || !isStream(S))
    return cudaErrorInvalidValue;
  *P = nullptr;
  if (Bytes != 0 && isCapturing(S))
    return capture(allocation(Bytes, Place, *P), S, cudaErrorMemoryAllocation);
  if (Bytes != 0 &&
      !(*P = Arena::get().allocate(Bytes, Allocation::Kind::Device, Place)))
    return cudaErrorMemoryAllocation;
  return cudaSuccess;
}

cudaError_t cudaMallocAsync(void **P, size_t Bytes, cudaStream_t S) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] { return allocate(P, Bytes, S, Place); });
}

cudaError_t cudaMallocFromPoolAsync(void **P, size_t Bytes, cudaMemPool_t Pool,
                                    cudaStream_t S) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    return isPool(Pool) ? allocate(P, Bytes, S, Place) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaFreeAsync(void *P, cudaStream_t S) {
  return call([&] {
    if (isCapturing(S))
      return capture(release(P), S, cudaErrorInvalidValue);
    return isStream(S) ? cudaFree(P) : cudaErrorInvalidResourceHandle;
  });
}

template <class Work> static cudaError_t withPool(cudaMemPool_t P, Work Do) {
  return call([&] { return isPool(P) ? Do() : cudaErrorInvalidValue; });
}

static cudaError_t give(cudaMemPool_t *Where, int Device, cudaMemPool_t P) {
  return call([&] {
    if (!device::exists(Device))
      return cudaErrorInvalidDevice;
    if (!Where)
      return cudaErrorInvalidValue;
    *Where = P;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *Pool, int Device) {
  return give(Pool, Device, &Default);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *Pool, int Device) {
  return give(Pool, Device, Current);
}

cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t Pool) {
  return withPool(Pool, [&] {
    Current = Pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *Pool, const cudaMemPoolProps *P) {
  return call([&] {
    if (!Pool || !P)
      return cudaErrorInvalidValue;
    *Pool = new CUmemPoolHandle_st;
    std::lock_guard Guard(Lock);
    Live.insert(*Pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t Pool) {
  return call([&] {
    std::lock_guard Guard(Lock);
    if (Pool == &Default || Live.erase(Pool) == 0)
      return cudaErrorInvalidValue;
    if (Current == Pool)
      Current = &Default;
    delete Pool;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t Pool, size_t) {
  return withPool(Pool, [] { return cudaSuccess; });
}

/// The reuse policies are int, the rest 64 bits wide.
static bool isNarrow(cudaMemPoolAttr A) {
  return A == cudaMemPoolReuseFollowEventDependencies ||
         A == cudaMemPoolReuseAllowOpportunistic ||
         A == cudaMemPoolReuseAllowInternalDependencies;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t Pool, cudaMemPoolAttr A,
                                    void *Value) {
  return withPool(Pool, [&] {
    Pool->Attributes[A] = isNarrow(A) ? uint64_t(*static_cast<int *>(Value))
                                      : *static_cast<uint64_t *>(Value);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t Pool, cudaMemPoolAttr A,
                                    void *Value) {
  return withPool(Pool, [&] {
    auto Found = Pool->Attributes.find(A);
    bool IsSet = Found != Pool->Attributes.end();
    if (isNarrow(A))
      *static_cast<int *>(Value) = IsSet ? int(Found->second) : 1;
    else
      *static_cast<uint64_t *>(Value) = IsSet ? Found->second : 0;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t Pool, const cudaMemAccessDesc *,
                                 size_t) {
  return withPool(Pool, [] { return cudaSuccess; });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *Flags, cudaMemPool_t Pool,
                                 cudaMemLocation *) {
  return withPool(Pool, [&] {
    *Flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
  });
}
