// Settings - limits, cache preferences, versions: what a program may set and
// ask for although nothing depends on it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Device.h"
#include "runtime/cpu/api/Reset.h"

#include <array>
#include <cuda_runtime_api.h>
#include <mutex>

using namespace racemap::cpu;
using api::call;

static std::mutex Lock;
static constexpr std::array<size_t, 7> AtFirst = {1024, 1 << 20, 8 << 20, 2,
                                                  2048, 128,     0};
static std::array<size_t, 7> Limits = AtFirst;
static cudaFuncCache CacheConfig = cudaFuncCachePreferNone;
static cudaSharedMemConfig SharedConfig = cudaSharedMemBankSizeFourByte;

void api::resetSettings() {
  std::lock_guard Guard(Lock);
  Limits = AtFirst;
  CacheConfig = cudaFuncCachePreferNone;
  SharedConfig = cudaSharedMemBankSizeFourByte;
}

template <class T> static cudaError_t answer(T *Where, T Value) {
  return call([&] {
    if (!Where)
      return cudaErrorInvalidValue;
    *Where = Value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit Limit, size_t Value) {
  return call([&] {
    if (unsigned(Limit) >= std::size(Limits))
      return cudaErrorUnsupportedLimit;
    std::lock_guard Guard(Lock);
    Limits[Limit] = Value;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t *Value, cudaLimit Limit) {
  if (unsigned(Limit) >= std::size(Limits))
    return api::note(cudaErrorUnsupportedLimit);
  std::lock_guard Guard(Lock);
  return answer(Value, Limits[Limit]);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache Config) {
  CacheConfig = Config;
  return call([] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *Config) {
  return answer(Config, CacheConfig);
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig Config) {
  SharedConfig = Config;
  return call([] { return cudaSuccess; });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *Config) {
  return answer(Config, SharedConfig);
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return call([] { return cudaSuccess; });
}

cudaError_t cudaDriverGetVersion(int *Version) {
  return answer(Version, CUDART_VERSION);
}

cudaError_t cudaRuntimeGetVersion(int *Version) {
  return answer(Version, CUDART_VERSION);
}

extern "C" cudaError_t cudaProfilerStart() {
  return call([] { return cudaSuccess; });
}

extern "C" cudaError_t cudaProfilerStop() {
  return call([] { return cudaSuccess; });
}
