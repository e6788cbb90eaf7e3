// The same with cooperative groups: the group of the active lanes, and those of
// them that have one key.
//
// RUN: %runtime
// RUN: %racemap check %s --budget-ms=1000 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-NOT: undecided
// CHECK: kernel 'placeOfTheGroup({{.*}} is undecided
// CHECK: kernel 'leaderOfNobody({{.*}} is undecided
// CHECK: kernel 'ofEvenAndOdd({{.*}} is undecided
// CHECK: kernel 'ofEvenAndOddInOne({{.*}} is undecided
// CHECK: 6 kernels: 2 race-free, 0 racy, 4 unknown

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void active(int *out, int *n, const int *in, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size;
       i += gridDim.x * blockDim.x)
    if (in[i] > 0) {
      auto group = cg::coalesced_threads();
      int base;
      if (group.thread_rank() == 0)
        base = atomicAdd(n, group.size());
      out[group.thread_rank() + group.shfl(base, 0)] = in[i];
    }
}

__global__ void ofOneKey(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, key = in[i];
  auto group = cg::labeled_partition(cg::coalesced_threads(), key);
  int base = 0;
  if (group.thread_rank() == 0)
    base = atomicAdd(&n[key], group.size());
  int at = group.shfl(base, 0) + group.thread_rank();
  if (at >= 0 && at < 64)
    out[key * 64 + at] = i;
}

__global__ void placeOfTheGroup(int *out, int *n, const int *in) {
  auto group = cg::coalesced_threads();
  int base;
  if (group.thread_rank() == 0)
    base = atomicAdd(n, group.size());
  out[group.shfl(base, 0)] = threadIdx.x;
}

__global__ void leaderOfNobody(int *out, int *n, const int *in) {
  auto group = cg::coalesced_threads();
  int base;
  if (group.thread_rank() == 1)
    base = atomicAdd(n, group.size());
  out[group.thread_rank() + group.shfl(base, 0)] = threadIdx.x;
}

// Two groups of one ballot: what it leaves out is the mask of the others, which
// is not followed.
template <bool Apart>
__device__ void byParity(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool odd = in[i] & 1;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::binary_partition(tile, odd);
  int base = 0;
  if (group.thread_rank() == 0)
    base = atomicAdd(&n[odd], group.size());
  int at = group.shfl(base, 0) + group.thread_rank();
  if (at >= 0 && at < 1024)
    out[Apart * odd * 1024 + at] = i;
}
__global__ void ofEvenAndOdd(int *out, int *n, const int *in) {
  byParity<true>(out, n, in);
}
__global__ void ofEvenAndOddInOne(int *out, int *n, const int *in) {
  byParity<false>(out, n, in);
}
