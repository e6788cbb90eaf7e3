// What kernels without library calls need of CUDA's headers, which take most of
// the time of a small compilation: lit's %bare puts this in their place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma GCC system_header
#include <__clang_cuda_builtin_vars.h>
#include <stddef.h>

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
using cudaStream_t = struct CUstream_st *;

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     CUstream_st *stream = nullptr);
int cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                     size_t shared, cudaStream_t stream);
}
