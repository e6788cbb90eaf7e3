// The little that most tests need of CUDA's headers, which take most of the time
// of a small compilation: lit's %bare puts this in their place. Functions are as
// clang's headers have them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma GCC system_header
// <math.h> and <stdlib.h> are C's from here on.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <__clang_cuda_builtin_vars.h>
#include <stdlib.h>

#define __constant__ __attribute__((constant))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __noinline__ __attribute__((noinline))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1,
                                     unsigned z = 1)
      : x(x), y(y), z(z) {}
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
enum cudaError_t { cudaSuccess };
using cudaStream_t = struct CUstream_st *;

extern "C" {
__device__ float __nv_fmaxf(float, float);
__device__ int __nv_max(int, int);
__device__ int __nv_min(int, int);
__device__ int __nv_mul24(int, int);
__device__ unsigned __nv_umin(unsigned, unsigned);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     CUstream_st *stream = nullptr);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaFree(void *memory);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                             void **args, size_t shared, cudaStream_t stream);
cudaError_t cudaMalloc(void **memory, size_t bytes);
__device__ int printf(const char *, ...);
}

template <typename T> cudaError_t cudaMalloc(T **memory, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void **>(memory), bytes);
}

inline __device__ uint4 make_uint4(unsigned x, unsigned y, unsigned z,
                                   unsigned w) {
  return {x, y, z, w};
}
inline __device__ int __syncthreads_and(int x) { return __nvvm_bar0_and(x); }
inline __device__ int __syncthreads_count(int x) {
  return __nvvm_bar0_popc(x);
}
inline __device__ int __syncthreads_or(int x) { return __nvvm_bar0_or(x); }
inline __device__ int max(int x, int y) { return __nv_max(x, y); }
inline __device__ float max(float x, float y) { return __nv_fmaxf(x, y); }
inline __device__ int min(int x, int y) { return __nv_min(x, y); }
inline __device__ unsigned min(unsigned x, unsigned y) {
  return __nv_umin(x, y);
}
inline __device__ int __mul24(int x, int y) { return __nv_mul24(x, y); }
inline __device__ void __syncwarp(unsigned mask = ~0u) {
  __nvvm_bar_warp_sync(mask);
}
inline __device__ int atomicAdd(int *to, int by) {
  return __nvvm_atom_add_gen_i(to, by);
}
inline __device__ unsigned atomicAdd(unsigned *to, unsigned by) {
  return atomicAdd(reinterpret_cast<int *>(to), by);
}
inline __device__ int atomicExch(int *to, int value) {
  return __nvvm_atom_xchg_gen_i(to, value);
}
inline __device__ unsigned atomicMax(unsigned *to, unsigned by) {
  return __nvvm_atom_max_gen_ui(to, by);
}
inline __device__ int atomicMin(int *to, int by) {
  return __nvvm_atom_min_gen_i(to, by);
}
inline __device__ unsigned atomicMin(unsigned *to, unsigned by) {
  return __nvvm_atom_min_gen_ui(to, by);
}
inline __device__ int clock() { return __nvvm_read_ptx_sreg_clock(); }
inline __device__ long long clock64() {
  return __nvvm_read_ptx_sreg_clock64();
}
