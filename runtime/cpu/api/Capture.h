// Capture - streams whose work becomes a graph.
//
// A capture begins on one stream. Waiting for an event that was recorded in it
// brings another stream in. Each stream of a capture has the nodes that its
// next one comes after; an event has a copy of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_CAPTURE_H
#define RACEMAP_RUNTIME_CPU_API_CAPTURE_H

#include "runtime/cpu/api/Graph.h"

#include <map>

namespace racemap::cpu::api {

using Nodes = std::vector<CUgraphNode_st *>;

struct Capture {
  CUgraph_st *Graph = nullptr;
  bool OwnsGraph = true;
  cudaStream_t Origin = nullptr;
  unsigned long long Id = 0;
  /// What comes before the next node of each stream.
  std::map<cudaStream_t, Nodes> Tails;

  cudaError_t add(cudaStream_t S, Work W);
};

/// The capture that the stream takes part in, or null.
Capture *captureOf(cudaStream_t S);
bool isCapturing(cudaStream_t S);
/// Is any stream being captured?
bool anyCapture();
/// Is the capture with this number going on?
Capture *captureWithId(unsigned long long Id);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_CAPTURE_H
