// Graphs - making graphs by hand, and asking about them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Nodes.h"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <map>

using namespace racemap::cpu::api;

cudaError_t cudaGraphCreate(cudaGraph_t *Graph, unsigned) {
  return call([&] {
    if (!Graph)
      return cudaErrorInvalidValue;
    *Graph = new CUgraph_st;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t Graph) {
  return call([&] {
    if (!Graph || Graph->IsChild)
      return cudaErrorInvalidValue;
    delete Graph;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                   const cudaGraphNode_t *After,
                                   size_t NumAfter,
                                   const cudaKernelNodeParams *P) {
  return call([&] { return add(Node, Graph, After, NumAfter, work(P)); });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                   const cudaGraphNode_t *After,
                                   size_t NumAfter,
                                   const cudaMemcpy3DParms *P) {
  return call([&] { return add(Node, Graph, After, NumAfter, work(P)); });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                     const cudaGraphNode_t *After,
                                     size_t NumAfter, void *To,
                                     const void *From, size_t Bytes,
                                     cudaMemcpyKind Kind) {
  cudaMemcpy3DParms P = linearCopy(To, From, Bytes, Kind);
  return cudaGraphAddMemcpyNode(Node, Graph, After, NumAfter, &P);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                   const cudaGraphNode_t *After,
                                   size_t NumAfter, const cudaMemsetParams *P) {
  return call([&] { return add(Node, Graph, After, NumAfter, work(P)); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                 const cudaGraphNode_t *After, size_t NumAfter,
                                 const cudaHostNodeParams *P) {
  return call([&] { return add(Node, Graph, After, NumAfter, work(P)); });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                  const cudaGraphNode_t *After,
                                  size_t NumAfter) {
  return call([&] { return add(Node, Graph, After, NumAfter, emptyWork()); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                       const cudaGraphNode_t *After,
                                       size_t NumAfter, cudaGraph_t Child) {
  return call([&] { return add(Node, Graph, After, NumAfter, work(Child)); });
}

#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                             const cudaGraphNode_t *After,
                             const cudaGraphEdgeData *, size_t NumAfter,
                             cudaGraphNodeParams *P) {
  return call([&] {
    std::optional<Work> W = work(P);
    return W ? add(Node, Graph, After, NumAfter, std::move(W))
             : notSupported("cudaGraphAddNode with a node of this type");
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t Graph,
                                     const cudaGraphNode_t *From,
                                     const cudaGraphNode_t *To,
                                     const cudaGraphEdgeData *, size_t Number) {
  return call([&] {
    for (size_t I = 0; I < Number; ++I) {
      if (!Graph->has(From[I]) || !Graph->has(To[I]))
        return cudaErrorInvalidValue;
      To[I]->After.push_back(From[I]);
    }
    return cudaSuccess;
  });
}
#endif

/// Writes as many as there is room for; how many there are if there is none.
template <class T>
static cudaError_t list(const std::vector<T> &All, T *Out, size_t *Number) {
  if (!Number)
    return cudaErrorInvalidValue;
  if (Out)
    std::copy_n(All.begin(), std::min(*Number, All.size()), Out);
  *Number = All.size();
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t Graph, cudaGraphNode_t *Nodes,
                              size_t *Number) {
  return call([&] {
    std::vector<cudaGraphNode_t> All;
    for (const auto &N : Graph->Nodes)
      All.push_back(N.get());
    return list(All, Nodes, Number);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t Graph, cudaGraphNode_t *Nodes,
                                  size_t *Number) {
  return call([&] {
    std::vector<cudaGraphNode_t> Roots;
    for (const auto &N : Graph->Nodes)
      if (N->After.empty())
        Roots.push_back(N.get());
    return list(Roots, Nodes, Number);
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t Node) {
  return call([&] {
    if (!Node)
      return cudaErrorInvalidValue;
    auto &All = Node->Graph->Nodes;
    for (const auto &Other : All)
      std::erase(Other->After, Node);
    std::erase_if(All, [&](const auto &N) { return N.get() == Node; });
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t Node,
                                 cudaGraphNodeType *Type) {
  return call([&] {
    if (!Node || !Type)
      return cudaErrorInvalidValue;
    *Type = Node->W.Type;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t Node,
                                         cudaKernelNodeParams *P) {
  return call([&] {
    const KernelWork *K = kernelOf(Node);
    if (!K || !P)
      return cudaErrorInvalidValue;
    *P = K->Parameters;
    return cudaSuccess;
  });
}

/// Gives the node other work of the same kind.
static cudaError_t replace(cudaGraphNode_t Node, std::optional<Work> W) {
  if (!Node || !W || Node->W.Type != W->Type)
    return cudaErrorInvalidValue;
  Node->W = std::move(*W);
  return cudaSuccess;
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t Node,
                                         const cudaKernelNodeParams *P) {
  return call([&] { return replace(Node, work(P, kernelOf(Node))); });
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t Node,
                                   cudaGraphNodeParams *P) {
  return call([&] { return replace(Node, work(P, kernelOf(Node))); });
}

cudaError_t cudaGraphKernelNodeGetAttribute(cudaGraphNode_t Node,
                                            cudaLaunchAttributeID Which,
                                            cudaLaunchAttributeValue *Value) {
  return call([&] {
    const KernelWork *K = kernelOf(Node);
    if (!K || !Value)
      return cudaErrorInvalidValue;
    *Value = {};
    if (Which == cudaLaunchAttributeCooperative)
      Value->cooperative = K->IsCooperative;
    if (Which == cudaLaunchAttributeClusterDimension)
      Value->clusterDim = {K->Cluster.x, K->Cluster.y, K->Cluster.z};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t Node,
                                            cudaGraph_t *Child) {
  return call([&] {
    auto *Its = Node ? std::get_if<cudaGraph_t>(&Node->W.What) : nullptr;
    if (!Its || !Child)
      return cudaErrorInvalidValue;
    *Child = *Its;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t Node,
                                         const cudaMemcpy3DParms *P) {
  return call([&] { return replace(Node, work(P)); });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t Node,
                                         const cudaMemsetParams *P) {
  return call([&] { return replace(Node, work(P)); });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t Node,
                                       const cudaHostNodeParams *P) {
  return call([&] { return replace(Node, work(P)); });
}

cudaError_t cudaGraphClone(cudaGraph_t *Clone, cudaGraph_t Graph) {
  return call([&] {
    if (!Clone || !Graph)
      return cudaErrorInvalidValue;
    *Clone = clone(*Graph);
    return cudaSuccess;
  });
}
