// Executables - graphs that can be launched.
//
// An executable graph is a copy of the graph, and knows which of its nodes is
// the twin of which node of the original, by which a program names them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Call.h"
#include "runtime/cpu/api/Nodes.h"
#include "runtime/cpu/api/StreamHandles.h"
#include "runtime/cpu/api/Streams.h"

#include <cuda_runtime_api.h>
#include <map>

struct CUgraphExec_st {
  std::shared_ptr<CUgraph_st> Graph;
  std::map<cudaGraphNode_t, cudaGraphNode_t> Twins;
  std::weak_ptr<char> Original; ///< of the graph that gives the nodes names
  unsigned long long Flags = 0;
};

using namespace racemap::cpu::api;

static cudaGraphNode_t twinOf(const CUgraph_st &A, const CUgraph_st &B,
                              cudaGraphNode_t Node) {
  for (size_t I = 0; I < A.Nodes.size(); ++I)
    if (A.Nodes[I].get() == Node)
      return B.Nodes[I].get();
  return nullptr;
}

/// Nodes of an earlier graph of the same shape keep their places.
static void copyInto(CUgraphExec_st &Executable, const CUgraph_st &Graph) {
  std::shared_ptr<CUgraph_st> Before = Executable.Graph;
  Executable.Graph.reset(clone(Graph));
  for (auto &[Node, Twin] : Executable.Twins)
    Twin = twinOf(*Before, *Executable.Graph, Twin);
  Executable.Original = Graph.Life;
  for (size_t I = 0; I < Graph.Nodes.size(); ++I)
    Executable.Twins[Graph.Nodes[I].get()] = Executable.Graph->Nodes[I].get();
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *Out,
                                          cudaGraph_t Graph,
                                          unsigned long long Flags) {
  return call([&] {
    if (!Out || !Graph)
      return cudaErrorInvalidValue;
    if (!Graph->Nodes.empty() && Graph->ordered().empty())
      return cudaErrorInvalidValue;
    *Out = new CUgraphExec_st;
    (*Out)->Flags = Flags;
    copyInto(**Out, *Graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *Out, cudaGraph_t Graph,
                                 unsigned long long Flags) {
  return cudaGraphInstantiateWithFlags(Out, Graph, Flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *Out,
                                           cudaGraph_t Graph,
                                           cudaGraphInstantiateParams *P) {
  if (!P)
    return note(cudaErrorInvalidValue);
  P->result_out = cudaGraphInstantiateSuccess;
  P->errNode_out = nullptr;
  return cudaGraphInstantiateWithFlags(Out, Graph, P->flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t Executable) {
  return call([&] {
    delete Executable;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t Executable,
                                  unsigned long long *Flags) {
  return call([&] {
    *Flags = Executable->Flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t S) {
  return call([&] {
    return isStream(S) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t Executable, cudaStream_t S) {
  return call([&] {
    if (!Executable)
      return cudaErrorInvalidValue;
    auto Graph = Executable->Graph;
    return submit(
        S, {cudaGraphNodeTypeGraph, [Graph] { return run(*Graph); }, {}});
  });
}

/// What the node does now; null if it is no kernel's, or not of this graph.
static const KernelWork *kernelIn(cudaGraphExec_t Executable,
                                  cudaGraphNode_t Node) {
  if (!Executable)
    return nullptr;
  auto Twin = Executable->Twins.find(Node);
  return Twin == Executable->Twins.end() ? nullptr : kernelOf(Twin->second);
}

static cudaError_t replace(cudaGraphExec_t Executable, cudaGraphNode_t Node,
                           std::optional<Work> W) {
  if (!Executable || !W || Executable->Original.expired())
    return cudaErrorInvalidValue;
  auto Twin = Executable->Twins.find(Node);
  if (Twin == Executable->Twins.end() || Twin->second->W.Type != W->Type)
    return cudaErrorInvalidValue;
  Twin->second->W = std::move(*W);
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t Executable,
                                             cudaGraphNode_t Node,
                                             const cudaKernelNodeParams *P) {
  return call([&] {
    return replace(Executable, Node, work(P, kernelIn(Executable, Node)));
  });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t Executable,
                                       cudaGraphNode_t Node,
                                       cudaGraphNodeParams *P) {
  return call([&] {
    return replace(Executable, Node, work(P, kernelIn(Executable, Node)));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t Executable,
                                             cudaGraphNode_t Node,
                                             const cudaMemcpy3DParms *P) {
  return call([&] { return replace(Executable, Node, work(P)); });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t Executable,
                                             cudaGraphNode_t Node,
                                             const cudaMemsetParams *P) {
  return call([&] { return replace(Executable, Node, work(P)); });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t Executable,
                                           cudaGraphNode_t Node,
                                           const cudaHostNodeParams *P) {
  return call([&] { return replace(Executable, Node, work(P)); });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t Executable,
                                    cudaGraphNode_t Node, unsigned IsEnabled) {
  return call([&] {
    auto Twin = Executable->Twins.find(Node);
    if (Twin == Executable->Twins.end())
      return cudaErrorInvalidValue;
    Twin->second->IsEnabled = IsEnabled != 0;
    return cudaSuccess;
  });
}

/// Can the executable graph do what the graph says, its nodes' work aside?
static bool hasSameShape(const CUgraph_st &A, const CUgraph_st &B) {
  if (A.Nodes.size() != B.Nodes.size())
    return false;
  for (size_t I = 0; I < A.Nodes.size(); ++I) {
    const CUgraphNode_st &N = *A.Nodes[I], &M = *B.Nodes[I];
    if (N.W.Type != M.W.Type || N.After.size() != M.After.size())
      return false;
    for (size_t D = 0; D < N.After.size(); ++D)
      if (twinOf(A, B, N.After[D]) != M.After[D])
        return false;
  }
  return true;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t Executable, cudaGraph_t Graph,
                                cudaGraphExecUpdateResultInfo *Result) {
  return call([&] {
    if (!Executable || !Graph || !Result)
      return cudaErrorInvalidValue;
    *Result = {};
    if (!hasSameShape(*Executable->Graph, *Graph)) {
      Result->result = cudaGraphExecUpdateErrorTopologyChanged;
      return cudaErrorGraphExecUpdateFailure;
    }
    Result->result = cudaGraphExecUpdateSuccess;
    copyInto(*Executable, *Graph);
    return cudaSuccess;
  });
}
