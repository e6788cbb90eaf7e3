// Streams - see the header. The functions of the API on streams and callbacks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Streams.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Capture.h"
#include "runtime/cpu/api/StreamHandles.h"

#include <cuda_runtime_api.h>

namespace racemap::cpu::api {

cudaError_t submit(cudaStream_t S, Work W) {
  if (!isStream(S))
    return cudaErrorInvalidResourceHandle;
  if (Capture *C = captureOf(S))
    return C->add(S, std::move(W));
  return W.Do();
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
  return call([&] { return createStream(S, 0, 0); });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *S, unsigned Flags) {
  return call([&] { return createStream(S, Flags, 0); });
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *S, unsigned Flags,
                                         int Priority) {
  return call([&] { return createStream(S, Flags, Priority); });
}

cudaError_t cudaStreamDestroy(cudaStream_t S) {
  return call([&] { return destroyStream(S); });
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
