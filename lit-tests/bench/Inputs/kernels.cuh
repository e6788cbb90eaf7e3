// What the kernels of bench/sesa and bench/injected need of CUDA's headers beside
// what Inputs/bare.cuh has. Functions are as clang's headers have them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#pragma GCC system_header
#include "../../Inputs/bare.cuh"

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};

extern "C" {
__device__ float __nv_fmaxf(float, float);
__device__ int __nv_max(int, int);
__device__ int __nv_min(int, int);
__device__ unsigned __nv_umin(unsigned, unsigned);
}

inline __device__ uint4 make_uint4(unsigned x, unsigned y, unsigned z,
                                   unsigned w) {
  return {x, y, z, w};
}
inline __device__ int max(int x, int y) { return __nv_max(x, y); }
inline __device__ float max(float x, float y) { return __nv_fmaxf(x, y); }
inline __device__ int min(int x, int y) { return __nv_min(x, y); }
inline __device__ unsigned min(unsigned x, unsigned y) {
  return __nv_umin(x, y);
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
inline __device__ long long clock64() {
  return __nvvm_read_ptx_sreg_clock64();
}
