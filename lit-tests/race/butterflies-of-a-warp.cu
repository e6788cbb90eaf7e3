// Steps by which each lane combines its value with that of lane (own ^ d) give
// all lanes of a tile one and the same value: written by hand, in a loop or one
// behind the other, or by cg::reduce. So they may all store it, and branch on it
// together.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr unsigned All = ~0u;

template <typename T> __device__ T sumOf(T v) {
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(All, v, o);
  return v;
}
template <typename T> __device__ T sumUpwards(T v) {
  for (int o = 1; o < 32; o *= 2)
    v = __shfl_xor_sync(All, v, o) + v;
  return v;
}
__device__ float largestOf(float v) {
  v = fmaxf(v, __shfl_xor_sync(All, v, 16));
  v = fmaxf(v, __shfl_xor_sync(All, v, 8));
  v = fmaxf(v, __shfl_xor_sync(All, v, 4));
  v = fmaxf(v, __shfl_xor_sync(All, v, 2));
  return fmaxf(v, __shfl_xor_sync(All, v, 1));
}
__device__ float reduced(float v) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  return cg::reduce(warp, v, cg::plus<float>());
}
__device__ float sumOfLater(float v) { // only lane 0 has the sum
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_down_sync(All, v, o);
  return v;
}
__device__ float sumOfHalves(float v) {
  for (int o = 8; o > 0; o >>= 1)
    v += __shfl_xor_sync(All, v, o);
  return v;
}
__device__ float sumWithoutTwo(float v) {
  for (int o = 16; o > 0; o /= 4)
    v += __shfl_xor_sync(All, v, o);
  return v;
}
__device__ float sumOfSome(float v) {
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(0xffffu, v, o);
  return v;
}
template <typename T> __device__ T differenceOf(T v) {
  for (int o = 16; o > 0; o >>= 1)
    v -= __shfl_xor_sync(All, v, o);
  return v;
}
__device__ float sumOfSegments(float v) {
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(All, v, o, 16);
  return v;
}
__device__ float sumOfOthers(float v) { // of what is not the lane's own value
  float own = v;
  for (int o = 16; o > 0; o >>= 1)
    v += __shfl_xor_sync(All, own, o);
  return v;
}

// All lanes of a warp store it.
#define STORE(NAME, VALUE, THREADS)                                            \
  __launch_bounds__(THREADS) __global__ void NAME(float *out,                  \
                                                  const float *in) {           \
    __shared__ float s[32];                                                    \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    s[threadIdx.x / 32] = VALUE;                                               \
    __syncthreads();                                                           \
    out[i] = s[threadIdx.x % (THREADS / 32)];                                  \
  }
STORE(byLoop, sumOf(in[i]), 256) // expected-remark {{same-value conflict on 's'}} expected-note 1+{{}}
STORE(upwards, sumUpwards(in[i]), 256) // expected-remark {{same-value conflict on 's'}} expected-note 1+{{}}
STORE(unrolled, largestOf(in[i]), 256) // expected-remark {{same-value conflict on 's'}} expected-note 1+{{}}
STORE(library, reduced(in[i]), 256) // expected-remark {{same-value conflict on 's'}} expected-note 1+{{}}
STORE(later, sumOfLater(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
STORE(halves, sumOfHalves(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
STORE(withoutTwo, sumWithoutTwo(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
STORE(some, sumOfSome(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
STORE(difference, differenceOf(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
STORE(segments, sumOfSegments(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
STORE(others, sumOfOthers(in[i]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
// A product may be fused with the first addition: not rounded on one side.
STORE(product, sumOf(in[i] * in[i + 1]), 256) // expected-warning {{data race on 's'}} expected-note 1+{{}}
// The last warp lacks lanes, whose values nobody knows.
STORE(lacking, sumOf(in[i]), 240) // expected-warning {{data race on 's'}} expected-note 1+{{}}

// Each warp has its row.
#define BRANCH(NAME, SUM, SIDE)                                                \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int s[8][33];                                                   \
    int lane = threadIdx.x & 31, warp = threadIdx.x / 32;                      \
    if (SUM(in[threadIdx.x]) > 9)                                              \
      s[warp][lane] = 1;                                                       \
    else                                                                       \
      out[blockIdx.x * 256 + threadIdx.x] = s[SIDE][lane ^ 1];                 \
  }
BRANCH(branch, sumOf, warp)
BRANCH(branchUpwards, sumUpwards, warp)
BRANCH(ofAnotherWarp, sumOf, warp ^ 1) // expected-remark {{undecided}}
BRANCH(ofDifferences, differenceOf, warp) // expected-remark {{undecided}}

// In halves: steps by 8, 4, 2 and 1.
#define HALVES(NAME, PARTNER)                                                  \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int s[256];                                                     \
    int i = threadIdx.x, v = in[i];                                            \
    for (int o = 8; o; o >>= 1)                                                \
      v += __shfl_xor_sync(All, v, o);                                         \
    if (v > 9)                                                                 \
      s[i] = 1;                                                                \
    else                                                                       \
      out[blockIdx.x * 256 + i] = s[PARTNER];                                  \
  }
HALVES(inHalves, i ^ 15)
HALVES(acrossHalves, i ^ 16) // expected-remark {{undecided}}

// Lanes that do not come are not there.
__global__ void someReturn(int *out, const int *in, int n) { // expected-remark {{undecided}}
  __shared__ int s[256];
  int i = threadIdx.x;
  if (i >= n)
    return;
  if (sumOf(in[i]) > 9)
    s[i] = 1;
  else
    out[blockIdx.x * 256 + i] = s[i ^ 1];
}

// That a lane has a number in its block is no reason to think of more dimensions.
__global__ void inOneDimension(int *out, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (sumOf(in[i]) > 9)
    out[i] += i;
}

void launch(float *out, const float *in, int *ints, int n) {
  byLoop<<<4, 256>>>(out, in);
  upwards<<<4, 256>>>(out, in);
  unrolled<<<4, 256>>>(out, in);
  library<<<4, 256>>>(out, in);
  later<<<4, 256>>>(out, in);
  halves<<<4, 256>>>(out, in);
  withoutTwo<<<4, 256>>>(out, in);
  some<<<4, 256>>>(out, in);
  difference<<<4, 256>>>(out, in);
  segments<<<4, 256>>>(out, in);
  others<<<4, 256>>>(out, in);
  product<<<4, 256>>>(out, in);
  lacking<<<4, 240>>>(out, in);
  branch<<<4, 256>>>(ints, ints + 2048);
  branchUpwards<<<4, 256>>>(ints, ints + 2048);
  ofAnotherWarp<<<4, 256>>>(ints, ints + 2048);
  ofDifferences<<<4, 256>>>(ints, ints + 2048);
  inHalves<<<4, 256>>>(ints, ints + 2048);
  acrossHalves<<<4, 256>>>(ints, ints + 2048);
  someReturn<<<4, 256>>>(ints, ints + 2048, n);
}
