// The little that most tests need of CUDA's headers, which take most of the time
// of a small compilation: lit's %bare puts this in their place. Functions are as
// clang's headers have them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma GCC system_header
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
enum cudaError_t { cudaSuccess };
using cudaStream_t = struct CUstream_st *;

extern "C" {
__device__ int __nv_mul24(int, int);
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
inline __device__ int clock() { return __nvvm_read_ptx_sreg_clock(); }
