// Nodes - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/api/Nodes.h"
#include "runtime/cpu/api/Copies.h"
#include "runtime/cpu/api/Launches.h"

#include <algorithm>
#include <cuda_runtime_api.h>
#include <map>

namespace racemap::cpu::api {

static Dim3 dimensions(const dim3 &D) { return {D.x, D.y, D.z}; }

/// Where the arguments are that lie one behind the other: Extra is pairs of a
/// tag (cuda.h: 1, CU_LAUNCH_PARAM_BUFFER_POINTER) and a value, and a 0.
static std::vector<void *> packedArguments(const void *Function,
                                           void *const *Extra) {
  char *From = nullptr;
  for (; Extra && *Extra; Extra += 2)
    if (uintptr_t(*Extra) == 1)
      From = static_cast<char *>(Extra[1]);
  std::vector<void *> All;
  size_t Offset = 0, Bytes = 0;
  for (unsigned I = 0;
       From && engine::parameter(Function, I, Offset, Bytes) == cudaSuccess;
       ++I)
    All.push_back(From + Offset);
  return All;
}

std::optional<Work> work(const cudaKernelNodeParams *P,
                         const KernelWork *Before) {
  engine::KernelAttributes A;
  if (!P || engine::prepare(P->func) != cudaSuccess ||
      engine::attributes(P->func, A) != cudaSuccess)
    return std::nullopt;
  std::vector<void *> Packed;
  if (!P->kernelParams)
    Packed = packedArguments(P->func, P->extra);
  if (!P->kernelParams && Packed.size() != A.NumParameters)
    return std::nullopt;
  return kernelWork({P->func, dimensions(P->gridDim), dimensions(P->blockDim),
                     Before ? dimensions(Before->Cluster) : Dim3{},
                     P->kernelParams ? P->kernelParams : Packed.data(),
                     P->sharedMemBytes, Before && Before->IsCooperative,
                     Before ? Before->HostPlace : CallPlace{}});
}

#if CUDART_VERSION >= 13000
std::optional<Work> work(const cudaGraphNodeParams *P,
                         const KernelWork *Before) {
  if (!P)
    return std::nullopt;
  if (P->type == cudaGraphNodeTypeKernel) {
    const auto &K = P->kernel;
    cudaKernelNodeParams Old = {};
    Old.func = K.func;
    Old.gridDim = K.gridDim;
    Old.blockDim = K.blockDim;
    Old.sharedMemBytes = K.sharedMemBytes;
    Old.kernelParams = K.kernelParams;
    Old.extra = K.extra;
    return work(&Old, Before);
  }
  if (P->type == cudaGraphNodeTypeMemcpy)
    return work(&P->memcpy.copyParams);
  if (P->type == cudaGraphNodeTypeEmpty)
    return emptyWork();
  return std::nullopt;
}
#endif

const KernelWork *kernelOf(cudaGraphNode_t Node) {
  return Node ? std::get_if<KernelWork>(&Node->W.What) : nullptr;
}

std::optional<Work> work(const cudaMemcpy3DParms *P) {
  if (!P)
    return std::nullopt;
  return Work{cudaGraphNodeTypeMemcpy, [Copied = *P] { return copy(Copied); },
              *P};
}

std::optional<Work> work(const cudaMemsetParams *P) {
  if (!P || (P->elementSize != 1 && P->elementSize != 2 && P->elementSize != 4))
    return std::nullopt;
  Side To{static_cast<char *>(P->dst), P->pitch, 0};
  Box B{P->width * P->elementSize, P->height};
  return Work{cudaGraphNodeTypeMemset,
              [To, B, Value = P->value, Bytes = P->elementSize] {
                return fill(To, B, Value, Bytes);
              },
              *P};
}

std::optional<Work> work(const cudaHostNodeParams *P) {
  if (!P || !P->fn)
    return std::nullopt;
  return Work{cudaGraphNodeTypeHost,
              [Function = P->fn, Data = P->userData] {
                Function(Data);
                return cudaSuccess;
              },
              *P};
}

std::optional<Work> work(cudaGraph_t Child) {
  if (!Child)
    return std::nullopt;
  std::shared_ptr<CUgraph_st> Copy(clone(*Child));
  Copy->IsChild = true;
  return Work{cudaGraphNodeTypeGraph, [Copy] { return run(*Copy); },
              Copy.get()};
}

Work emptyWork() {
  return {cudaGraphNodeTypeEmpty, [] { return cudaSuccess; }, {}};
}

cudaError_t add(cudaGraphNode_t *Node, cudaGraph_t Graph,
                const cudaGraphNode_t *After, size_t NumAfter,
                std::optional<Work> W) {
  if (!Graph || !W || (NumAfter != 0 && !After))
    return cudaErrorInvalidValue;
  auto IsOurs = [&](cudaGraphNode_t N) { return Graph->has(N); };
  if (!std::all_of(After, After + NumAfter, IsOurs))
    return cudaErrorInvalidValue;
  cudaGraphNode_t New = Graph->add(std::move(*W), {After, After + NumAfter});
  if (Node)
    *Node = New;
  return cudaSuccess;
}

cudaMemcpy3DParms linearCopy(void *To, const void *From, size_t Bytes,
                             cudaMemcpyKind Kind) {
  cudaMemcpy3DParms P = {};
  P.dstPtr = {To, Bytes, Bytes, 1};
  P.srcPtr = {const_cast<void *>(From), Bytes, Bytes, 1};
  P.extent = {Bytes, 1, 1};
  P.kind = Kind;
  return P;
}

cudaGraph_t clone(const CUgraph_st &Graph) {
  auto *Copy = new CUgraph_st;
  std::map<CUgraphNode_st *, CUgraphNode_st *> Twins;
  for (const auto &N : Graph.Nodes)
    Twins[N.get()] = Copy->add(N->W, {});
  for (const auto &N : Graph.Nodes)
    for (CUgraphNode_st *Before : N->After)
      Twins[N.get()]->After.push_back(Twins[Before]);
  return Copy;
}

cudaError_t run(const CUgraph_st &Graph) {
  for (CUgraphNode_st *Node : Graph.ordered())
    if (Node->IsEnabled)
      if (cudaError_t E = Node->W.Do())
        return E;
  return cudaSuccess;
}

} // namespace racemap::cpu::api
