// GraphCalls - what the program calls in the place of the CUDA runtime
// (runtime/device/HostCalls.def), of graphs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Graphs.h"

using namespace racemap::gpu;

/// Call(parameters) does it, with those of an instrumented kernel that is not
/// monitored.
template <class Parameters, class Function>
static cudaError_t withLaunch(const Parameters &P, Function Call) {
  const racemap::host::KernelInfo *Info = Runtime::get().kernel(P.func);
  if (!Info || (!P.kernelParams && !P.extra && !Info->Parameters.empty()))
    return Call(P);
  Launch None;
  Arguments Values(*Info, P.kernelParams, P.extra);
  std::vector<void *> Pointers = Values.with(None);
  Parameters With = P;
  With.kernelParams = Pointers.data();
  With.extra = nullptr;
  return Call(With);
}

/// The same for parameters of any node, in which CUDA may write.
template <class Function>
static cudaError_t withLaunch(cudaGraphNodeParams *P, Function Call) {
  if (!P || P->type != cudaGraphNodeTypeKernel)
    return Call();
  cudaKernelNodeParamsV2 Asked = P->kernel;
  return withLaunch(Asked, [&](const cudaKernelNodeParamsV2 &With) {
    P->kernel = With;
    cudaError_t E = Call();
    P->kernel = Asked;
    return E;
  });
}

static cudaError_t changed(cudaError_t E, cudaGraphExec_t Of,
                           cudaGraphNode_t Node,
                           const cudaKernelNodeParams &P) {
  if (E == cudaSuccess)
    Graphs::get().changed(Of, Node, P);
  return E;
}

/// Graphs that device code launches are not updated by the host alone.
static cudaError_t made(cudaError_t E, const cudaGraphExec_t *Made,
                        cudaGraph_t From, unsigned long long Flags) {
  if (E == cudaSuccess && !(Flags & cudaGraphInstantiateFlagDeviceLaunch))
    Graphs::get().made(*Made, From);
  return E;
}

/// All its nodes are others now.
static cudaError_t updated(cudaError_t E, cudaGraphExec_t Of) {
  Graphs::get().updated(Of);
  return E;
}

extern "C" {

cudaError_t __racemap_cudaGraphAddKernelNode(cudaGraphNode_t *Node,
                                             cudaGraph_t Graph,
                                             const cudaGraphNode_t *Needed,
                                             size_t NumNeeded,
                                             const cudaKernelNodeParams *P) {
  return withLaunch(*P, [&](const cudaKernelNodeParams &With) {
    return cudaGraphAddKernelNode(Node, Graph, Needed, NumNeeded, &With);
  });
}
cudaError_t
__racemap_cudaGraphKernelNodeSetParams(cudaGraphNode_t Node,
                                       const cudaKernelNodeParams *P) {
  return withLaunch(*P, [&](const cudaKernelNodeParams &With) {
    return cudaGraphKernelNodeSetParams(Node, &With);
  });
}
cudaError_t __racemap_cudaGraphExecKernelNodeSetParams(
    cudaGraphExec_t Of, cudaGraphNode_t Node, const cudaKernelNodeParams *P) {
  cudaError_t E = withLaunch(*P, [&](const cudaKernelNodeParams &With) {
    return cudaGraphExecKernelNodeSetParams(Of, Node, &With);
  });
  return changed(E, Of, Node, *P);
}

#if CUDART_VERSION >= 13000
cudaError_t __racemap_cudaGraphAddNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                       const cudaGraphNode_t *Needed,
                                       const cudaGraphEdgeData *Edges,
                                       size_t NumNeeded,
                                       cudaGraphNodeParams *P) {
  return withLaunch(P, [&] {
    return cudaGraphAddNode(Node, Graph, Needed, Edges, NumNeeded, P);
  });
}
#else
cudaError_t __racemap_cudaGraphAddNode(cudaGraphNode_t *Node, cudaGraph_t Graph,
                                       const cudaGraphNode_t *Needed,
                                       size_t NumNeeded,
                                       cudaGraphNodeParams *P) {
  return withLaunch(
      P, [&] { return cudaGraphAddNode(Node, Graph, Needed, NumNeeded, P); });
}
cudaError_t __racemap_cudaGraphAddNode_v2(
    cudaGraphNode_t *Node, cudaGraph_t Graph, const cudaGraphNode_t *Needed,
    const cudaGraphEdgeData *Edges, size_t NumNeeded, cudaGraphNodeParams *P) {
  return withLaunch(P, [&] {
    return cudaGraphAddNode_v2(Node, Graph, Needed, Edges, NumNeeded, P);
  });
}
#endif
cudaError_t __racemap_cudaGraphNodeSetParams(cudaGraphNode_t Node,
                                             cudaGraphNodeParams *P) {
  return withLaunch(P, [&] { return cudaGraphNodeSetParams(Node, P); });
}
cudaError_t __racemap_cudaGraphExecNodeSetParams(cudaGraphExec_t Of,
                                                 cudaGraphNode_t Node,
                                                 cudaGraphNodeParams *P) {
  cudaError_t E =
      withLaunch(P, [&] { return cudaGraphExecNodeSetParams(Of, Node, P); });
  if (P->type == cudaGraphNodeTypeGraph)
    return updated(E, Of);
  if (P->type != cudaGraphNodeTypeKernel)
    return E;
  const cudaKernelNodeParamsV2 &K = P->kernel;
  return changed(E, Of, Node,
                 {K.func, K.gridDim, K.blockDim, K.sharedMemBytes,
                  K.kernelParams, K.extra});
}

cudaError_t __racemap_cudaGraphInstantiate(cudaGraphExec_t *Made,
                                           cudaGraph_t From,
                                           unsigned long long Flags) {
  return made(cudaGraphInstantiate(Made, From, Flags), Made, From, Flags);
}
cudaError_t __racemap_cudaGraphInstantiateWithFlags(cudaGraphExec_t *Made,
                                                    cudaGraph_t From,
                                                    unsigned long long Flags) {
  return made(cudaGraphInstantiateWithFlags(Made, From, Flags), Made, From,
              Flags);
}
cudaError_t __racemap_cudaGraphInstantiateWithParams(
    cudaGraphExec_t *Made, cudaGraph_t From, cudaGraphInstantiateParams *P) {
  return made(cudaGraphInstantiateWithParams(Made, From, P), Made, From,
              P->flags);
}
cudaError_t __racemap_cudaGraphExecUpdate(cudaGraphExec_t Of, cudaGraph_t With,
                                          cudaGraphExecUpdateResultInfo *Out) {
  return updated(cudaGraphExecUpdate(Of, With, Out), Of);
}
cudaError_t __racemap_cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t Of,
                                                           cudaGraphNode_t Node,
                                                           cudaGraph_t With) {
  return updated(cudaGraphExecChildGraphNodeSetParams(Of, Node, With), Of);
}
cudaError_t __racemap_cudaGraphExecDestroy(cudaGraphExec_t Of) {
  cudaError_t E = cudaGraphExecDestroy(Of);
  Graphs::get().forget(Of);
  return E;
}
cudaError_t __racemap_cudaGraphDestroy(cudaGraph_t Graph) {
  return Graphs::get().keeps(Graph) ? cudaSuccess : cudaGraphDestroy(Graph);
}
cudaError_t __racemap_cudaGraphDestroyNode(cudaGraphNode_t Node) {
  Graphs::get().removed(Node);
  return cudaGraphDestroyNode(Node);
}

cudaError_t __racemap_cudaGraphLaunch(cudaGraphExec_t Of, cudaStream_t S) {
  Graphs::get().beforeLaunch(Of, S);
  cudaError_t E = cudaGraphLaunch(Of, S);
  Graphs::get().afterLaunch(Of);
  return E;
}

// With --default-stream=per-thread, 0 is the thread's own stream.
cudaError_t __racemap_cudaGraphLaunch_ptsz(cudaGraphExec_t Of, cudaStream_t S) {
  return __racemap_cudaGraphLaunch(Of, S ? S : cudaStreamPerThread);
}
cudaError_t __racemap_cudaGraphInstantiateWithParams_ptsz(
    cudaGraphExec_t *Made, cudaGraph_t From, cudaGraphInstantiateParams *P) {
  return __racemap_cudaGraphInstantiateWithParams(Made, From, P);
}

} // extern "C"
