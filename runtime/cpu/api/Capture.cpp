// Capture - see the header; the functions of the API on captures.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Capture.h"
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/StreamHandles.h"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <mutex>

namespace racemap::cpu::api {

static std::recursive_mutex Lock;
static std::vector<std::unique_ptr<Capture>> Going;
static unsigned long long NumCaptures = 0;

Capture *captureOf(cudaStream_t S) {
  std::lock_guard Guard(Lock);
  for (const auto &C : Going)
    if (C->Tails.count(S))
      return C.get();
  return nullptr;
}

Capture *captureWithId(unsigned long long Id) {
  std::lock_guard Guard(Lock);
  for (const auto &C : Going)
    if (C->Id == Id)
      return C.get();
  return nullptr;
}

bool isCapturing(cudaStream_t S) { return captureOf(S) != nullptr; }

bool anyCapture() {
  std::lock_guard Guard(Lock);
  return !Going.empty();
}

cudaError_t Capture::add(cudaStream_t S, Work W) {
  std::lock_guard Guard(Lock);
  Nodes &Tail = Tails[S];
  CUgraphNode_st *Node = Graph->add(std::move(W), Tail);
  Tail = {Node};
  return cudaSuccess;
}

/// The default stream of all threads cannot be captured.
static cudaError_t begin(cudaStream_t S, CUgraph_st *Into, Nodes After) {
  std::lock_guard Guard(Lock);
  if (!isStream(S))
    return cudaErrorInvalidResourceHandle;
  if (!S || S == cudaStreamLegacy)
    return cudaErrorStreamCaptureUnsupported;
  if (captureOf(S))
    return cudaErrorIllegalState;
  auto C = std::make_unique<Capture>();
  C->OwnsGraph = Into == nullptr;
  C->Graph = Into ? Into : new CUgraph_st;
  C->Origin = S;
  C->Id = ++NumCaptures;
  C->Tails[S] = std::move(After);
  Going.push_back(std::move(C));
  return cudaSuccess;
}

/// Does every node come before one that the first stream's next would follow?
/// Otherwise a stream that was brought in has not been joined again.
static bool isJoined(const Capture &C) {
  std::vector<CUgraphNode_st *> Reached = C.Tails.at(C.Origin);
  for (size_t I = 0; I < Reached.size(); ++I)
    for (CUgraphNode_st *Before : Reached[I]->After)
      if (std::find(Reached.begin(), Reached.end(), Before) == Reached.end())
        Reached.push_back(Before);
  for (const auto &[S, Tail] : C.Tails)
    for (CUgraphNode_st *Node : Tail)
      if (std::find(Reached.begin(), Reached.end(), Node) == Reached.end())
        return false;
  return true;
}

static cudaError_t end(cudaStream_t S, cudaGraph_t *Graph) {
  std::lock_guard Guard(Lock);
  auto Ours = std::find_if(Going.begin(), Going.end(), [&](const auto &C) {
    return C->Tails.count(S) != 0;
  });
  if (Ours == Going.end())
    return cudaErrorIllegalState;
  Capture &C = **Ours;
  if (C.Origin != S)
    return cudaErrorStreamCaptureUnmatched;
  bool Joined = isJoined(C);
  if (!Joined && C.OwnsGraph)
    delete C.Graph;
  *Graph = Joined ? C.Graph : nullptr;
  Going.erase(Ours);
  return Joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined;
}

} // namespace racemap::cpu::api

using namespace racemap::cpu::api;

cudaError_t cudaStreamBeginCapture(cudaStream_t S, cudaStreamCaptureMode) {
  return call([&] { return begin(S, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t S, cudaGraph_t Graph,
                                          const cudaGraphNode_t *After,
                                          const cudaGraphEdgeData *,
                                          size_t NumAfter,
                                          cudaStreamCaptureMode) {
  return call([&] {
    if (!Graph)
      return cudaErrorInvalidValue;
    return begin(S, Graph, Nodes(After, After + NumAfter));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t S, cudaGraph_t *Graph) {
  return call([&] { return Graph ? end(S, Graph) : cudaErrorInvalidValue; });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t S,
                                  cudaStreamCaptureStatus *Status) {
  return call([&] {
    if (!Status || !isStream(S))
      return cudaErrorInvalidValue;
    *Status = isCapturing(S) ? cudaStreamCaptureStatusActive
                             : cudaStreamCaptureStatusNone;
    return cudaSuccess;
  });
}

#if CUDART_VERSION >= 13000
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t S,
                                     cudaStreamCaptureStatus *Status,
                                     unsigned long long *Id, cudaGraph_t *Graph,
                                     const cudaGraphNode_t **After,
                                     const cudaGraphEdgeData **Edges,
                                     size_t *NumAfter) {
  if (cudaError_t E = cudaStreamIsCapturing(S, Status))
    return E;
  return call([&] {
    Capture *C = captureOf(S);
    if (!C)
      return cudaSuccess;
    const Nodes &Tail = C->Tails[S];
    if (Id)
      *Id = C->Id;
    if (Graph)
      *Graph = C->Graph;
    if (After)
      *After = Tail.data();
    if (Edges)
      *Edges = nullptr;
    if (NumAfter)
      *NumAfter = Tail.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t S,
                                                cudaGraphNode_t *After,
                                                const cudaGraphEdgeData *,
                                                size_t NumAfter,
                                                unsigned Flags) {
  return call([&] {
    Capture *C = captureOf(S);
    if (!C)
      return cudaErrorIllegalState;
    Nodes &Tail = C->Tails[S];
    if (Flags == cudaStreamSetCaptureDependencies)
      Tail.clear();
    Tail.insert(Tail.end(), After, After + NumAfter);
    return cudaSuccess;
  });
}
#endif

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *Mode) {
  static thread_local cudaStreamCaptureMode Current =
      cudaStreamCaptureModeGlobal;
  return call([&] {
    if (!Mode)
      return cudaErrorInvalidValue;
    std::swap(Current, *Mode);
    return cudaSuccess;
  });
}
