// Events - points in a stream, with the time at which they were passed.
//
// Work is done at once, so an event that was recorded has happened. In a stream
// that is being captured an event is a place in the graph instead.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Capture.h"
#include "runtime/cpu/api/Reset.h"
#include "runtime/cpu/api/StreamHandles.h"

#include <algorithm>
#include <chrono>
#include <cuda_runtime_api.h>
#include <mutex>
#include <optional>
#include <set>

using Clock = std::chrono::steady_clock;

struct CUevent_st {
  unsigned Flags = 0;
  std::optional<Clock::time_point> Passed;
  /// In a capture: its number, and what comes before the event.
  unsigned long long CaptureId = 0;
  racemap::cpu::api::Nodes Before;
};

namespace racemap::cpu::api {

static std::mutex Lock;
static std::set<cudaEvent_t> Live;

/// Work that asks a live event something.
template <class Work> static cudaError_t ask(cudaEvent_t E, Work Do) {
  return call([&] {
    {
      std::lock_guard Guard(Lock);
      if (Live.count(E) == 0)
        return cudaErrorInvalidResourceHandle;
    }
    return Do();
  });
}

static cudaError_t record(cudaEvent_t E, cudaStream_t S) {
  if (!isStream(S))
    return cudaErrorInvalidResourceHandle;
  E->CaptureId = 0;
  if (Capture *C = captureOf(S)) {
    E->CaptureId = C->Id;
    E->Before = C->Tails[S];
    return cudaSuccess;
  }
  E->Passed = Clock::now();
  return cudaSuccess;
}

/// In a capture: what S does next comes after the event. It may bring S in.
static cudaError_t wait(cudaStream_t S, cudaEvent_t E) {
  if (!isStream(S))
    return cudaErrorInvalidResourceHandle;
  if (E->CaptureId == 0)
    return captureOf(S) ? cudaErrorStreamCaptureIsolation : cudaSuccess;
  Capture *C = captureWithId(E->CaptureId);
  if (!C || (captureOf(S) && captureOf(S) != C))
    return cudaErrorStreamCaptureIsolation;
  Nodes &Tail = C->Tails[S];
  for (CUgraphNode_st *Node : E->Before)
    if (std::find(Tail.begin(), Tail.end(), Node) == Tail.end())
      Tail.push_back(Node);
  return cudaSuccess;
}

static cudaError_t elapsed(float *Milliseconds, cudaEvent_t Start,
                           cudaEvent_t End) {
  if (!Milliseconds)
    return cudaErrorInvalidValue;
  if (!Start->Passed || !End->Passed ||
      ((Start->Flags | End->Flags) & cudaEventDisableTiming))
    return cudaErrorInvalidResourceHandle;
  std::chrono::duration<float, std::milli> Time = *End->Passed - *Start->Passed;
  *Milliseconds = Time.count();
  return cudaSuccess;
}

void destroyEvents() {
  std::lock_guard Guard(Lock);
  for (cudaEvent_t E : Live)
    delete E;
  Live.clear();
}

} // namespace racemap::cpu::api

using namespace racemap::cpu::api;

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *E, unsigned Flags) {
  return call([&] {
    if (!E)
      return cudaErrorInvalidValue;
    *E = new CUevent_st{Flags, std::nullopt, 0, {}};
    std::lock_guard Guard(Lock);
    Live.insert(*E);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t *E) {
  return cudaEventCreateWithFlags(E, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t E) {
  return ask(E, [&] {
    std::lock_guard Guard(Lock);
    Live.erase(E);
    delete E;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t E, cudaStream_t S) {
  return ask(E, [&] { return record(E, S); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t E, cudaStream_t S, unsigned) {
  return cudaEventRecord(E, S);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t S, cudaEvent_t E, unsigned) {
  return ask(E, [&] { return wait(S, E); });
}

cudaError_t cudaEventQuery(cudaEvent_t E) {
  return ask(
      E, [&] { return E->CaptureId ? cudaErrorCapturedEvent : cudaSuccess; });
}

cudaError_t cudaEventSynchronize(cudaEvent_t E) { return cudaEventQuery(E); }

cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Start,
                                 cudaEvent_t End) {
  return ask(Start, [&] {
    return ask(End, [&] { return elapsed(Milliseconds, Start, End); });
  });
}
