// CUDA's API of the host and clang's device functions, without mathematics of the
// host, textures and headers of C++, which take most of the time of a small
// compilation: lit's %runtime puts this in the place of what clang includes
// (__clang_cuda_runtime_wrapper.h), whose order it has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#ifdef __CUDA__
#pragma GCC system_header
// <math.h> and <stdlib.h> are C's from here on.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
// Cooperative groups have no libcu++, which has no numbers of 16 bits and less.
#define _CG_LIMIT_INCLUDED_DEPENDENCIES
#define CCCL_DISABLE_FP16_SUPPORT
#define CCCL_DISABLE_BF16_SUPPORT
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The host's part of a compilation has device functions as well.
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
// Clang's headers have what these would declare.
#define __COMMON_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __CUDA_INCLUDE_COMPILER_INTERNAL_HEADERS__
#include <__clang_cuda_builtin_vars.h>
#include <cuda.h>
// Without __CUDACC__, as this clang is none of nvcc's host compilers.
#include <crt/host_config.h>
#define __CUDACC__
#include <cuda_runtime.h>
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                                size_t shared = 0,
                                                CUstream_st *stream = nullptr);

// clang-format off: each needs those above it
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#pragma push_macro("__host__")
#undef __host__
#define __host__
#include <device_atomic_functions.h>
// What two of these call is nvcc's; clang has builtins for it.
#define __isGlobal __called_isGlobal
#define __isShared __called_isShared
#include <sm_20_intrinsics.hpp>
#undef __isGlobal
#undef __isShared
inline __device__ unsigned __isGlobal(const void *memory) {
  return __nvvm_isspacep_global(memory);
}
inline __device__ unsigned __isShared(const void *memory) {
  return __nvvm_isspacep_shared(memory);
}
#include <sm_60_atomic_functions.hpp>
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("__host__")
#pragma pop_macro("__CUDA_ARCH__")
// clang-format on

extern "C" {
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ int printf(const char *, ...);
__device__ void __assertfail(const char *, const char *, unsigned, const char *,
                             size_t);
inline __device__ void __assert_fail(const char *text, const char *file,
                                     unsigned line, const char *function) {
  __assertfail(text, file, line, function, 1);
}
}

#define CONVERSIONS(VARIABLE)                                                  \
  inline __device__ __cuda_builtin_##VARIABLE##_t::operator dim3() const {     \
    return dim3(x, y, z);                                                      \
  }                                                                            \
  inline __device__ __cuda_builtin_##VARIABLE##_t::operator uint3() const {    \
    return {x, y, z};                                                          \
  }
CONVERSIONS(threadIdx)
CONVERSIONS(blockIdx)
CONVERSIONS(blockDim)
CONVERSIONS(gridDim)
#undef CONVERSIONS
#endif
