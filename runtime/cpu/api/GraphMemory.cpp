// GraphMemory - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/GraphMemory.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/api/Nodes.h"
#include "runtime/cpu/api/Ranges.h"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <map>
#include <mutex>

namespace racemap::cpu::api {

namespace {

struct Memory {
  size_t Bytes = 0;
  bool IsInGraph = true, IsOut = false;
};

} // namespace

static std::mutex Lock;
static std::map<void *, Memory> Known;
/// Used now, used at most, reserved now, reserved at most: as
/// cudaGraphMemAttributeType counts them.
static uint64_t Counts[4];

static void change(unsigned Count, uint64_t By) {
  Counts[Count] += By;
  Counts[Count + 1] = std::max(Counts[Count + 1], Counts[Count]);
}

/// All with the lock held.
static void setOut(Memory &M, bool IsOut) {
  if (M.IsOut != IsOut)
    change(cudaGraphMemAttrUsedMemCurrent, IsOut ? M.Bytes : -M.Bytes);
  M.IsOut = IsOut;
}

static void forget(std::map<void *, Memory>::iterator M) {
  if (M->second.IsInGraph || M->second.IsOut)
    return;
  change(cudaGraphMemAttrReservedMemCurrent, -M->second.Bytes);
  Arena::get().free(M->first);
  Known.erase(M);
}

/// What nodes and their copies share.
static std::shared_ptr<void> shared(void *Address) {
  return {Address, [](void *P) {
            std::lock_guard Guard(Lock);
            auto Found = Known.find(P);
            Found->second.IsInGraph = false;
            forget(Found);
          }};
}

std::optional<Work> allocation(size_t Bytes, const CallPlace &HostPlace,
                               void *&Address) {
  Address = Arena::get().allocate(Bytes, Allocation::Kind::Device, HostPlace);
  if (!Address)
    return std::nullopt;
  std::lock_guard Guard(Lock);
  Known[Address] = {Bytes};
  change(cudaGraphMemAttrReservedMemCurrent, Bytes);
  return Work{cudaGraphNodeTypeMemAlloc,
              [Owner = shared(Address)] {
                std::lock_guard Guard(Lock);
                setOut(Known[Owner.get()], true);
                return cudaSuccess;
              },
              {}};
}

std::optional<Work> release(void *Address) {
  auto A = rangeOf(Address);
  if (!A || A->Begin != Address)
    return std::nullopt;
  return Work{cudaGraphNodeTypeMemFree,
              [Address] {
                // What is not a graph's may be needed by the next run.
                releaseGraphMemory(Address);
                return cudaSuccess;
              },
              {}};
}

bool releaseGraphMemory(void *Address) {
  std::lock_guard Guard(Lock);
  auto Found = Known.find(Address);
  if (Found == Known.end())
    return false;
  setOut(Found->second, false);
  forget(Found);
  return true;
}

} // namespace racemap::cpu::api

using namespace racemap::cpu;
using namespace racemap::cpu::api;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                     const cudaGraphNode_t *After,
                                     size_t NumAfter,
                                     cudaMemAllocNodeParams *P) {
  CallPlace Place = CallPlace::here(__builtin_return_address(0));
  return call([&] {
    if (!P || P->bytesize == 0)
      return cudaErrorInvalidValue;
    auto New = allocation(P->bytesize, Place, P->dptr);
    return New ? add(Node, Graph, After, NumAfter, std::move(New))
               : cudaErrorMemoryAllocation;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                    const cudaGraphNode_t *After,
                                    size_t NumAfter, void *P) {
  return call([&] { return add(Node, Graph, After, NumAfter, release(P)); });
}

/// Nothing is kept that could be trimmed.
cudaError_t cudaDeviceGraphMemTrim(int Device) {
  return call([&] {
    return device::exists(Device) ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int Device,
                                           cudaGraphMemAttributeType Which,
                                           void *Value) {
  return call([&] {
    if (!device::exists(Device))
      return cudaErrorInvalidDevice;
    if (unsigned(Which) >= std::size(Counts) || !Value)
      return cudaErrorInvalidValue;
    std::lock_guard Guard(Lock);
    *static_cast<uint64_t *>(Value) = Counts[Which];
    return cudaSuccess;
  });
}

/// Only the highest counts may be set, and only to 0.
cudaError_t cudaDeviceSetGraphMemAttribute(int Device,
                                           cudaGraphMemAttributeType Which,
                                           void *Value) {
  return call([&] {
    if (!device::exists(Device))
      return cudaErrorInvalidDevice;
    bool IsHigh = Which == cudaGraphMemAttrUsedMemHigh ||
                  Which == cudaGraphMemAttrReservedMemHigh;
    if (!IsHigh || !Value || *static_cast<uint64_t *>(Value) != 0)
      return cudaErrorInvalidValue;
    std::lock_guard Guard(Lock);
    Counts[Which] = Counts[Which - 1];
    return cudaSuccess;
  });
}
