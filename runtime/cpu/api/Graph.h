// Graph - work that is recorded once and done often.
//
// A node is a piece of work and the nodes that come before it. Launching a
// graph does its nodes one after the other, in an order that respects the
// edges; of nodes that no edge orders, the one that was added first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_API_GRAPH_H
#define RACEMAP_RUNTIME_CPU_API_GRAPH_H

#include "runtime/cpu/CallPlace.h"

#include <driver_types.h>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace racemap::cpu::api {

/// The arguments of a kernel, copied.
struct KernelArguments {
  std::vector<std::vector<char>> Values;
  std::vector<void *> Pointers;
};

struct KernelWork {
  cudaKernelNodeParams Parameters = {};
  bool IsCooperative = false;
  dim3 Cluster;
  CallPlace HostPlace;
  std::shared_ptr<KernelArguments> Arguments;
};

using Details = std::variant<std::monostate, KernelWork, cudaMemcpy3DParms,
                             cudaMemsetParams, cudaHostNodeParams, cudaGraph_t>;

struct Work {
  cudaGraphNodeType Type = cudaGraphNodeTypeEmpty;
  std::function<cudaError_t()> Do;
  /// What a program may ask for and change, if the node was added by hand.
  Details What = {};
};

} // namespace racemap::cpu::api

struct CUgraphNode_st {
  CUgraph_st *Graph = nullptr;
  racemap::cpu::api::Work W;
  std::vector<CUgraphNode_st *> After; ///< its dependencies
  bool IsEnabled = true;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> Nodes;
  /// Gone with the graph: its nodes name none of an executable one any more.
  std::shared_ptr<char> Life = std::make_shared<char>();
  /// A child is destroyed with its parent's node.
  bool IsChild = false;

  CUgraphNode_st *add(racemap::cpu::api::Work W,
                      std::vector<CUgraphNode_st *> After);
  bool has(const CUgraphNode_st *Node) const;
  /// The nodes in an order that respects the edges; empty if they make a cycle.
  std::vector<CUgraphNode_st *> ordered() const;
};

#endif // RACEMAP_RUNTIME_CPU_API_GRAPH_H
