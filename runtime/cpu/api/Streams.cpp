// Streams - see the header. The functions of the API on streams and callbacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Streams.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Capture.h"

#include <algorithm>
#include <atomic>
#include <cuda_runtime_api.h>
#include <mutex>
#include <set>

struct CUstream_st {
  unsigned Flags = 0;
  int Priority = 0;
  unsigned long long Id = 0;
};

namespace racemap::cpu::api {

static std::mutex Lock;
static std::set<cudaStream_t> Live;
static constexpr int GreatestPriority = -5;

static bool isPredefined(cudaStream_t S) {
  return !S || S == cudaStreamLegacy || S == cudaStreamPerThread;
}

bool isStream(cudaStream_t S) {
  if (isPredefined(S))
    return true;
  std::lock_guard Guard(Lock);
  return Live.count(S) != 0;
}

cudaError_t submit(cudaStream_t S, Work W) {
  if (!isStream(S))
    return cudaErrorInvalidResourceHandle;
  if (Capture *C = captureOf(S))
    return C->add(S, std::move(W));
  return W.Do();
}

static cudaError_t create(cudaStream_t *S, unsigned Flags, int Priority) {
  static std::atomic<unsigned long long> NumStreams = 2;
  if (!S || (Flags & ~unsigned(cudaStreamNonBlocking)))
    return cudaErrorInvalidValue;
  Priority = std::clamp(Priority, GreatestPriority, 0);
  *S = new CUstream_st{Flags, Priority, ++NumStreams};
  std::lock_guard Guard(Lock);
  Live.insert(*S);
  return cudaSuccess;
}

/// Work that asks a stream something.
template <class Work> static cudaError_t ask(cudaStream_t S, Work Do) {
  return call(
      [&] { return isStream(S) ? Do() : cudaErrorInvalidResourceHandle; });
}

template <class T>
static cudaError_t answer(cudaStream_t S, T *Where, T CUstream_st::*Field) {
  return ask(S, [&] {
    if (!Where)
      return cudaErrorInvalidValue;
    *Where = isPredefined(S) ? T(0) : S->*Field;
    return cudaSuccess;
  });
}

} // namespace racemap::cpu::api

using namespace racemap::cpu;
using namespace racemap::cpu::api;

cudaError_t cudaStreamCreate(cudaStream_t *S) {
  return call([&] { return create(S, 0, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *S, unsigned Flags) {
  return call([&] { return create(S, Flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *S, unsigned Flags,
                                         int Priority) {
  return call([&] { return create(S, Flags, Priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t S) {
  return call([&] {
    std::lock_guard Guard(Lock);
    if (isPredefined(S) || Live.erase(S) == 0)
      return cudaErrorInvalidResourceHandle;
    delete S;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t S) {
  return ask(S, [&] {
    return captureOf(S) ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t S) { return cudaStreamSynchronize(S); }

cudaError_t cudaStreamGetPriority(cudaStream_t S, int *Priority) {
  return answer(S, Priority, &CUstream_st::Priority);
}

cudaError_t cudaStreamGetFlags(cudaStream_t S, unsigned *Flags) {
  return answer(S, Flags, &CUstream_st::Flags);
}

cudaError_t cudaStreamGetId(cudaStream_t S, unsigned long long *Id) {
  return ask(S, [&] {
    *Id = isPredefined(S) ? reinterpret_cast<uintptr_t>(S) : S->Id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t S, int *Device) {
  return ask(S, [&] {
    *Device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  return call([&] {
    if (Least)
      *Least = 0;
    if (Greatest)
      *Greatest = GreatestPriority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t S, void *, size_t, unsigned) {
  return ask(S, [] { return cudaSuccess; });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t To, cudaStream_t) {
  return ask(To, [] { return cudaSuccess; });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t S, cudaStreamAttrID,
                                   const cudaStreamAttrValue *) {
  return ask(S, [] { return cudaSuccess; });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t S, cudaHostFn_t Function,
                               void *Data) {
  return call([&] {
    if (!Function)
      return cudaErrorInvalidValue;
    return submit(S, {cudaGraphNodeTypeHost,
                      [=] {
                        Function(Data);
                        return cudaSuccess;
                      },
                      cudaHostNodeParams{Function, Data}});
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t S, cudaStreamCallback_t Callback,
                                  void *Data, unsigned) {
  return call([&] {
    if (!Callback || !isStream(S))
      return cudaErrorInvalidValue;
    if (captureOf(S))
      return cudaErrorStreamCaptureUnsupported;
    Callback(S, cudaSuccess, Data);
    return cudaSuccess;
  });
}
