// Functions - see the header; attributes of kernels.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Functions.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Device.h"

#include <cuda_runtime_api.h>
#include <map>
#include <mutex>

using namespace racemap::cpu;
using api::call;

static std::mutex Lock;
/// What cudaFuncSetAttribute has set.
static std::map<const void *, std::map<cudaFuncAttribute, int>> Set;

static int setting(const void *Function, cudaFuncAttribute A, int Otherwise) {
  std::lock_guard Guard(Lock);
  auto Found = Set.find(Function);
  if (Found == Set.end() || !Found->second.count(A))
    return Otherwise;
  return Found->second.at(A);
}

size_t api::maxDynamicShared(const void *Function,
                             const engine::KernelAttributes &A) {
  size_t Limit = api::device::MaxSharedMemoryPerBlock;
  int Usual = A.StaticShared < Limit ? int(Limit - A.StaticShared) : 0;
  return setting(Function, cudaFuncAttributeMaxDynamicSharedMemorySize, Usual);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Out,
                                  const void *Function) {
  return call([&] {
    engine::KernelAttributes A;
    if (!Out)
      return cudaErrorInvalidValue;
    if (cudaError_t E = engine::attributes(Function, A))
      return E;
    *Out = {};
    Out->sharedSizeBytes = A.StaticShared;
    Out->constSizeBytes = A.ConstantBytes;
    Out->localSizeBytes = A.LocalBytes;
    Out->maxThreadsPerBlock = int(A.MaxThreads);
    Out->numRegs = int(A.Registers);
    if (A.Cluster.count() > 1) {
      Out->requiredClusterWidth = int(A.Cluster.X);
      Out->requiredClusterHeight = int(A.Cluster.Y);
      Out->requiredClusterDepth = int(A.Cluster.Z);
    }
    Out->ptxVersion = Out->binaryVersion = 80;
    Out->maxDynamicSharedSizeBytes = int(api::maxDynamicShared(Function, A));
    Out->preferredShmemCarveout =
        setting(Function, cudaFuncAttributePreferredSharedMemoryCarveout, -1);
    return cudaSuccess;
  });
}

static cudaError_t checkSetting(const engine::KernelAttributes &A,
                                cudaFuncAttribute Attribute, int Value) {
  if (Attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
    return Attribute < cudaFuncAttributeMax ? cudaSuccess
                                            : cudaErrorInvalidValue;
  bool Fits = Value >= 0 && A.StaticShared + Value <=
                                api::device::MaxSharedMemoryPerBlockOptin;
  return Fits ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaFuncSetAttribute(const void *Function,
                                 cudaFuncAttribute Attribute, int Value) {
  return call([&] {
    engine::KernelAttributes A;
    if (cudaError_t E = engine::attributes(Function, A))
      return E;
    if (cudaError_t E = checkSetting(A, Attribute, Value))
      return E;
    std::lock_guard Guard(Lock);
    Set[Function][Attribute] = Value;
    return cudaSuccess;
  });
}

static cudaError_t ifKernel(const void *Function) {
  return call([&] {
    engine::KernelAttributes A;
    return engine::attributes(Function, A);
  });
}

cudaError_t cudaFuncSetCacheConfig(const void *Function, cudaFuncCache) {
  return ifKernel(Function);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *Function,
                                       cudaSharedMemConfig) {
  return ifKernel(Function);
}

cudaError_t cudaFuncGetName(const char **Name, const void *Function) {
  return call([&] {
    if (!Name)
      return cudaErrorInvalidValue;
    *Name = engine::kernelName(Function);
    return *Name ? cudaSuccess : cudaErrorInvalidDeviceFunction;
  });
}

cudaError_t cudaFuncGetParamInfo(const void *Function, size_t Index,
                                 size_t *Offset, size_t *Bytes) {
  return call([&] {
    size_t At = 0, Size = 0;
    if (cudaError_t E = engine::parameter(Function, unsigned(Index), At, Size))
      return E;
    if (Offset)
      *Offset = At;
    if (Bytes)
      *Bytes = Size;
    return cudaSuccess;
  });
}
