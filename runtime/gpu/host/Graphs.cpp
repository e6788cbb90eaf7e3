// Graphs - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Graphs.h"

#include <algorithm>

namespace racemap::gpu {

using Guard = std::lock_guard<std::recursive_mutex>;

/// Never destroyed, as the runtime.
Graphs &Graphs::get() {
  static Graphs *Only = new Graphs;
  return *Only;
}

static Request requestOf(const cudaKernelNodeParams &P) {
  return {P.func,
          P.gridDim,
          P.blockDim,
          {1, 1, 1},
          P.sharedMemBytes,
          /*IsCooperative=*/false,
          /*IsInGraph=*/true};
}

/// What the node's parameters do not say.
static void readAttributes(cudaGraphNode_t Node, Request &To) {
  cudaKernelNodeAttrValue Value{};
  if (succeeded(cudaGraphKernelNodeGetAttribute(
          Node, cudaLaunchAttributeCooperative, &Value)))
    To.IsCooperative = Value.cooperative != 0;
  Value = {};
  if (succeeded(cudaGraphKernelNodeGetAttribute(
          Node, cudaLaunchAttributeClusterDimension, &Value)) &&
      Value.clusterDim.x != 0)
    To.Cluster = {Value.clusterDim.x, Value.clusterDim.y, Value.clusterDim.z};
}

/// None if the kernel takes no launch.
static std::optional<Arguments> valuesOf(const cudaKernelNodeParams &P) {
  const host::KernelInfo *Info = Runtime::get().kernel(P.func);
  if (!Info)
    return std::nullopt;
  return Arguments(*Info, P.kernelParams, P.extra);
}

void Graphs::addKernel(cudaGraphNode_t Node, std::vector<Kernel> &To) {
  cudaKernelNodeParams P{};
  if (!succeeded(cudaGraphKernelNodeGetParams(Node, &P)))
    return;
  To.push_back({Node, requestOf(P), valuesOf(P)});
  readAttributes(Node, To.back().Asked);
}

/// Those of graphs in it, too.
void Graphs::addKernels(cudaGraph_t Of, std::vector<Kernel> &To) {
  size_t Number = 0;
  if (!succeeded(cudaGraphGetNodes(Of, nullptr, &Number)))
    return;
  std::vector<cudaGraphNode_t> Nodes(Number);
  if (!succeeded(cudaGraphGetNodes(Of, Nodes.data(), &Number)))
    return;
  for (cudaGraphNode_t Node : Nodes) {
    cudaGraphNodeType Type{};
    cudaGraph_t Inner = nullptr;
    if (!succeeded(cudaGraphNodeGetType(Node, &Type)))
      continue;
    if (Type == cudaGraphNodeTypeKernel)
      addKernel(Node, To);
    else if (Type == cudaGraphNodeTypeGraph &&
             succeeded(cudaGraphChildGraphNodeGetGraph(Node, &Inner)))
      addKernels(Inner, To);
  }
}

void Graphs::made(cudaGraphExec_t E, cudaGraph_t From) {
  Guard G(Lock);
  Unnoticed Quiet;
  Executable New{From, {}};
  addKernels(From, New.Kernels);
  if (New.Kernels.empty())
    return;
  ++Sources[From].Users;
  Executables[E] = std::move(New);
}

void Graphs::changed(cudaGraphExec_t E, cudaGraphNode_t Node,
                     const cudaKernelNodeParams &P) {
  Guard G(Lock);
  auto Found = Executables.find(E);
  if (Found == Executables.end())
    return;
  std::vector<Kernel> &All = Found->second.Kernels;
  auto K = std::find_if(All.begin(), All.end(),
                        [&](const Kernel &K) { return K.Node == Node; });
  if (K == All.end())
    return;
  Request Before = K->Asked;
  K->Asked = requestOf(P);
  K->Asked.Cluster = Before.Cluster;
  K->Asked.IsCooperative = Before.IsCooperative;
  K->Values = valuesOf(P);
}

void Graphs::updated(cudaGraphExec_t E) {
  Guard G(Lock);
  auto Found = Executables.find(E);
  if (Found == Executables.end())
    return;
  Runtime::get().warnOnce("the kernels of a graph that has been updated as a "
                          "whole are not monitored any more");
  for (Kernel &K : Found->second.Kernels)
    K.IsUnknown = true;
}

void Graphs::forget(cudaGraphExec_t E) {
  Guard G(Lock);
  auto Found = Executables.find(E);
  if (Found == Executables.end())
    return;
  cudaGraph_t From = Found->second.From;
  Executables.erase(Found);
  Source &S = Sources[From];
  if (--S.Users > 0)
    return;
  bool IsDestroyed = S.IsDestroyed;
  Sources.erase(From);
  if (IsDestroyed) {
    Unnoticed Quiet;
    cudaGraphDestroy(From);
  }
}

void Graphs::removed(cudaGraphNode_t Node) {
  Guard G(Lock);
  for (auto &[E, Its] : Executables)
    std::erase_if(Its.Kernels, [&](const Kernel &K) { return K.Node == Node; });
}

bool Graphs::keeps(cudaGraph_t Graph) {
  Guard G(Lock);
  auto Found = Sources.find(Graph);
  if (Found == Sources.end())
    return false;
  Found->second.IsDestroyed = true;
  return true;
}

void Graphs::reset() {
  Guard G(Lock);
  Executables.clear();
  Sources.clear();
}

bool Graphs::give(cudaGraphExec_t E, Kernel &K, Runtime::Prepared P) {
  std::vector<void *> Pointers = K.Values->with(P.Its);
  cudaKernelNodeParams With{};
  With.func = const_cast<void *>(K.Asked.Function);
  With.gridDim = K.Asked.Grid;
  With.blockDim = K.Asked.Block;
  With.sharedMemBytes = unsigned(P.DynamicShared);
  With.kernelParams = Pointers.data();
  return succeeded(cudaGraphExecKernelNodeSetParams(E, K.Node, &With));
}

void Graphs::beforeLaunch(cudaGraphExec_t E, cudaStream_t On) {
  Guard G(Lock);
  auto Found = Executables.find(E);
  if (Found == Executables.end() || isCaptured(On))
    return;
  Unnoticed Quiet;
  for (Kernel &K : Found->second.Kernels) {
    Runtime::Prepared P = Runtime::get().prepare(K.Asked);
    if (K.IsUnknown && P.Fate) {
      P.Fate = host::LaunchFate::Failed;
    } else if (P.Its.IsMonitored) {
      K.IsMonitored = give(E, K, P);
      if (!K.IsMonitored) {
        P.Fate = host::LaunchFate::Failed;
        Runtime::get().warnOnce(P.Info->Name +
                                " is not monitored in a graph: CUDA does not "
                                "let its parameters be changed there");
      }
    }
    Runtime::get().launched(P);
  }
}

void Graphs::afterLaunch(cudaGraphExec_t E) {
  Guard G(Lock);
  auto Found = Executables.find(E);
  if (Found == Executables.end())
    return;
  Unnoticed Quiet;
  for (Kernel &K : Found->second.Kernels) {
    Runtime::Prepared AsItWas;
    AsItWas.DynamicShared = K.Asked.DynamicShared;
    if (K.IsMonitored)
      K.IsMonitored = !give(E, K, std::move(AsItWas));
  }
}

} // namespace racemap::gpu
