// Nodes - the work of a node, from what a program says about it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_NODES_H
#define RACEMAP_RUNTIME_CPU_API_NODES_H

#include "runtime/cpu/api/Graph.h"

#include <optional>

namespace racemap::cpu::api {

/// Nothing if the parameters make no sense.
/// Before: what the node did, whose attributes it keeps.
std::optional<Work> work(const cudaKernelNodeParams *P,
                         const KernelWork *Before = nullptr);
/// Nothing, too, if nodes of this type are not supported.
std::optional<Work> work(const cudaGraphNodeParams *P,
                         const KernelWork *Before = nullptr);
/// Null if it is no kernel's.
const KernelWork *kernelOf(cudaGraphNode_t Node);
std::optional<Work> work(const cudaMemcpy3DParms *P);
std::optional<Work> work(const cudaMemsetParams *P);
std::optional<Work> work(const cudaHostNodeParams *P);
/// A copy of the graph, as one piece of work.
std::optional<Work> work(cudaGraph_t Child);
Work emptyWork();

/// Adds a node with these dependencies. An error if there is no work or they
/// are not the graph's.
cudaError_t add(cudaGraphNode_t *Node, cudaGraph_t Graph,
                const cudaGraphNode_t *After, size_t NumAfter,
                std::optional<Work> W);

cudaMemcpy3DParms linearCopy(void *To, const void *From, size_t Bytes,
                             cudaMemcpyKind Kind);

/// The same nodes in the same order with the same edges.
cudaGraph_t clone(const CUgraph_st &Graph);

/// Does all nodes; the first error ends it.
cudaError_t run(const CUgraph_st &Graph);

} // namespace racemap::cpu::api

#endif // RACEMAP_RUNTIME_CPU_API_NODES_H
