// StreamHandles - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/StreamHandles.h"
#include "runtime/cpu/api/Reset.h"

#include <algorithm>
#include <atomic>
#include <cuda_runtime_api.h>
#include <mutex>
#include <set>

namespace racemap::cpu::api {

static std::mutex Lock;
static std::set<cudaStream_t> Live;

bool isPredefined(cudaStream_t S) {
  return !S || S == cudaStreamLegacy || S == cudaStreamPerThread;
}

bool isStream(cudaStream_t S) {
  if (isPredefined(S))
    return true;
  std::lock_guard Guard(Lock);
  return Live.count(S) != 0;
}

cudaError_t createStream(cudaStream_t *S, unsigned Flags, int Priority) {
  static std::atomic<unsigned long long> NumStreams = 2;
  if (!S || (Flags & ~unsigned(cudaStreamNonBlocking)))
    return cudaErrorInvalidValue;
  Priority = std::clamp(Priority, GreatestPriority, 0);
  *S = new CUstream_st{Flags, Priority, ++NumStreams};
  std::lock_guard Guard(Lock);
  Live.insert(*S);
  return cudaSuccess;
}

cudaError_t destroyStream(cudaStream_t S) {
  std::lock_guard Guard(Lock);
  if (isPredefined(S) || Live.erase(S) == 0)
    return cudaErrorInvalidResourceHandle;
  delete S;
  return cudaSuccess;
}

void destroyStreams() {
  std::lock_guard Guard(Lock);
  for (cudaStream_t S : Live)
    delete S;
  Live.clear();
}

} // namespace racemap::cpu::api
