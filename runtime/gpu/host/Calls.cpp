// Calls - what the program calls in the place of the CUDA runtime
// (runtime/device/HostCalls.def), and what its units call when it starts.
//
// Each does what CUDA's does, and tells the runtime of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/gpu/host/Graphs.h"

using namespace racemap::gpu;
using Kind = Allocations::Kind;

/// Get() allocates Bytes() of memory, again if there is more of it without the
/// sanitizer's.
template <class Function, class Size>
static cudaError_t allocate(void *const *P, Size Bytes, Kind K, Function Get) {
  bool HasPending = cudaPeekAtLastError() != cudaSuccess;
  cudaError_t E = Get();
  if (E == cudaErrorMemoryAllocation && K == Kind::Device &&
      Runtime::existing() && Runtime::existing()->makeRoom()) {
    E = Get();
    if (E == cudaSuccess && !HasPending)
      cudaGetLastError();
  }
  if (E == cudaSuccess)
    Runtime::get().allocated(*P, Bytes(), K);
  else
    Runtime::get().notAllocated();
  return E;
}

template <class Function>
static cudaError_t allocate(void *const *P, size_t Bytes, Kind K,
                            Function Get) {
  return allocate(P, [=] { return Bytes; }, K, Get);
}

/// Do(kernel, arguments, dynamic shared memory) does it. Into a graph that is
/// captured: it runs later, perhaps often (Graphs.h).
template <class Function>
static cudaError_t launch(Request R, cudaStream_t S, void **Arguments,
                          Function Do) {
  R.Arguments = Arguments;
  Runtime::Prepared P = Runtime::get().prepare(R, S);
  std::vector<void *> With;
  if (P.Info) {
    With.assign(Arguments, Arguments + P.Info->Parameters.size());
    With.push_back(P.argument());
  }
  cudaError_t E =
      Do(P.Function, P.Info ? With.data() : Arguments, P.DynamicShared);
  if (E == cudaSuccess)
    Runtime::get().launched(P);
  return E;
}

static cudaError_t drained(cudaError_t E) {
  if (Runtime *R = Runtime::existing())
    R->drain();
  return E;
}

/// Memory that is over for all when the call returns.
template <class Function> static cudaError_t giveBack(void *P, Function Free) {
  if (!P)
    return Free();
  Runtime::get().freeing(P);
  cudaError_t E = Free();
  Runtime::get().freed(P, E == cudaSuccess);
  return E;
}

extern "C" {

unsigned long long __racemap_num_found() { return Runtime::get().numFound(); }

void __racemap_gpu_register(const void *Unit) { Runtime::get().enter(Unit); }
void __racemap_gpu_lean(const void *Full, const void *Copy, const void *Unit) {
  Runtime::get().noteLean(Full, Copy, Unit);
}

cudaError_t __racemap_cudaMalloc(void **P, size_t Bytes) {
  return allocate(P, Bytes, Kind::Device, [&] { return cudaMalloc(P, Bytes); });
}
cudaError_t __racemap_cudaMallocAsync(void **P, size_t Bytes, cudaStream_t S) {
  return allocate(P, Bytes, Kind::Device,
                  [&] { return cudaMallocAsync(P, Bytes, S); });
}
cudaError_t __racemap_cudaMallocFromPoolAsync(void **P, size_t Bytes,
                                              cudaMemPool_t Pool,
                                              cudaStream_t S) {
  return allocate(P, Bytes, Kind::Device,
                  [&] { return cudaMallocFromPoolAsync(P, Bytes, Pool, S); });
}
cudaError_t __racemap_cudaMallocManaged(void **P, size_t Bytes,
                                        unsigned Flags) {
  return allocate(P, Bytes, Kind::Managed,
                  [&] { return cudaMallocManaged(P, Bytes, Flags); });
}
cudaError_t __racemap_cudaMallocPitch(void **P, size_t *Pitch, size_t Width,
                                      size_t Height) {
  return allocate(
      P, [&] { return *Pitch * Height; }, Kind::Device,
      [&] { return cudaMallocPitch(P, Pitch, Width, Height); });
}
cudaError_t __racemap_cudaMalloc3D(cudaPitchedPtr *P, cudaExtent Extent) {
  return allocate(
      &P->ptr, [&] { return P->pitch * Extent.height * Extent.depth; },
      Kind::Device, [&] { return cudaMalloc3D(P, Extent); });
}
cudaError_t __racemap_cudaMallocHost(void **P, size_t Bytes) {
  return allocate(P, Bytes, Kind::Pinned,
                  [&] { return cudaMallocHost(P, Bytes); });
}
cudaError_t __racemap_cudaHostAlloc(void **P, size_t Bytes, unsigned Flags) {
  return allocate(P, Bytes, Kind::Pinned,
                  [&] { return cudaHostAlloc(P, Bytes, Flags); });
}
cudaError_t __racemap_cudaHostRegister(void *P, size_t Bytes, unsigned Flags) {
  return allocate(&P, Bytes, Kind::Pinned,
                  [&] { return cudaHostRegister(P, Bytes, Flags); });
}

cudaError_t __racemap_cudaHostUnregister(void *P) {
  return giveBack(P, [=] { return cudaHostUnregister(P); });
}
cudaError_t __racemap_cudaFree(void *P) {
  return drained(giveBack(P, [=] { return cudaFree(P); }));
}
cudaError_t __racemap_cudaFreeHost(void *P) {
  return giveBack(P, [=] { return cudaFreeHost(P); });
}
cudaError_t __racemap_cudaFreeAsync(void *P, cudaStream_t S) {
  if (!P)
    return cudaFreeAsync(P, S);
  Runtime::get().freeing(P);
  cudaError_t E = cudaFreeAsync(P, S);
  Runtime::get().freed(P, E == cudaSuccess, S);
  return E;
}

cudaError_t __racemap_cudaLaunchKernel(const void *F, dim3 Grid, dim3 Block,
                                       void **Arguments, size_t Shared,
                                       cudaStream_t S) {
  Request R{F, Grid, Block, {1, 1, 1}, Shared};
  return launch(R, S, Arguments, [&](const void *It, void **A, size_t Dynamic) {
    return cudaLaunchKernel(It, Grid, Block, A, Dynamic, S);
  });
}
cudaError_t __racemap_cudaLaunchCooperativeKernel(const void *F, dim3 Grid,
                                                  dim3 Block, void **Arguments,
                                                  size_t Shared,
                                                  cudaStream_t S) {
  Request R{F, Grid, Block, {1, 1, 1}, Shared, /*IsCooperative=*/true};
  return launch(R, S, Arguments, [&](const void *It, void **A, size_t Dynamic) {
    return cudaLaunchCooperativeKernel(It, Grid, Block, A, Dynamic, S);
  });
}
cudaError_t __racemap_cudaLaunchKernelExC(const cudaLaunchConfig_t *C,
                                          const void *F, void **Arguments) {
  Request R{F, C->gridDim, C->blockDim, {1, 1, 1}, C->dynamicSmemBytes};
  for (unsigned I = 0; I < C->numAttrs; ++I) {
    const cudaLaunchAttribute &A = C->attrs[I];
    if (A.id == cudaLaunchAttributeCooperative)
      R.IsCooperative = A.val.cooperative != 0;
    if (A.id == cudaLaunchAttributeClusterDimension)
      R.Cluster = {A.val.clusterDim.x, A.val.clusterDim.y, A.val.clusterDim.z};
  }
  auto Do = [&](const void *It, void **A, size_t Dynamic) {
    cudaLaunchConfig_t With = *C;
    With.dynamicSmemBytes = Dynamic;
    return cudaLaunchKernelExC(&With, It, A);
  };
  return launch(R, C->stream, Arguments, Do);
}
cudaError_t __racemap_cudaDeviceSynchronize() {
  return drained(cudaDeviceSynchronize());
}
cudaError_t __racemap_cudaStreamSynchronize(cudaStream_t S) {
  return drained(cudaStreamSynchronize(S));
}
cudaError_t __racemap_cudaEventSynchronize(cudaEvent_t E) {
  return drained(cudaEventSynchronize(E));
}
cudaError_t __racemap_cudaMemcpy(void *To, const void *From, size_t Bytes,
                                 cudaMemcpyKind K) {
  return drained(cudaMemcpy(To, From, Bytes, K));
}
cudaError_t __racemap_cudaDeviceReset() {
  if (Runtime *R = Runtime::existing(); R && R->reset())
    Graphs::get().reset();
  return cudaDeviceReset();
}

// With --default-stream=per-thread, 0 is the thread's own stream.

static cudaStream_t own(cudaStream_t S) { return S ? S : cudaStreamPerThread; }

cudaError_t __racemap_cudaMallocAsync_ptsz(void **P, size_t Bytes,
                                           cudaStream_t S) {
  return __racemap_cudaMallocAsync(P, Bytes, own(S));
}
cudaError_t __racemap_cudaMallocFromPoolAsync_ptsz(void **P, size_t Bytes,
                                                   cudaMemPool_t Pool,
                                                   cudaStream_t S) {
  return __racemap_cudaMallocFromPoolAsync(P, Bytes, Pool, own(S));
}
cudaError_t __racemap_cudaFreeAsync_ptsz(void *P, cudaStream_t S) {
  return __racemap_cudaFreeAsync(P, own(S));
}
cudaError_t __racemap_cudaLaunchKernel_ptsz(const void *F, dim3 Grid,
                                            dim3 Block, void **Arguments,
                                            size_t Shared, cudaStream_t S) {
  return __racemap_cudaLaunchKernel(F, Grid, Block, Arguments, Shared, own(S));
}
cudaError_t __racemap_cudaLaunchCooperativeKernel_ptsz(const void *F, dim3 Grid,
                                                       dim3 Block,
                                                       void **Arguments,
                                                       size_t Shared,
                                                       cudaStream_t S) {
  return __racemap_cudaLaunchCooperativeKernel(F, Grid, Block, Arguments,
                                               Shared, own(S));
}
cudaError_t __racemap_cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *C,
                                               const void *F,
                                               void **Arguments) {
  cudaLaunchConfig_t With = *C;
  With.stream = own(C->stream);
  return __racemap_cudaLaunchKernelExC(&With, F, Arguments);
}
cudaError_t __racemap_cudaStreamSynchronize_ptsz(cudaStream_t S) {
  return __racemap_cudaStreamSynchronize(own(S));
}
cudaError_t __racemap_cudaMemcpy_ptds(void *To, const void *From, size_t Bytes,
                                      cudaMemcpyKind K) {
  cudaError_t E = cudaMemcpyAsync(To, From, Bytes, K, cudaStreamPerThread);
  return drained(E == cudaSuccess ? cudaStreamSynchronize(cudaStreamPerThread)
                                  : E);
}

} // extern "C"
