// Streams - queues of work, which is done at once.
//
// Executing each piece of work before the call returns is one of the orders
// that CUDA allows. Only a stream that is being captured does otherwise: its
// work becomes the nodes of a graph.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_STREAMS_H
#define RACEMAP_RUNTIME_CPU_API_STREAMS_H

#include "runtime/cpu/api/Graph.h"

#include <driver_types.h>

namespace racemap::cpu::api {

/// Does the work now, or adds it to the graph that captures the stream.
cudaError_t submit(cudaStream_t S, Work W);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_STREAMS_H
