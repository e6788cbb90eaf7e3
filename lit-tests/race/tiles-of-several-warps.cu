// Reductions over tiles of several warps only tell threads something; what the
// tile's barrier orders is not modelled.
//
// RUN: %runtime
// RUN: not %racemap check %s --block-dim=256 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 's' in kernel 'sumRacy(
// CHECK-DAG: warning: data race on 'last' in kernel 'operatorRacy(
// CHECK-DAG: kernel 'syncOpen({{.*}} is undecided: cooperative_groups::sync
// CHECK: 4 kernels: 1 race-free, 2 racy, 1 unknown
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

__device__ int last;

struct Watched {
  __device__ int operator()(int a, int b) const {
    last = a;
    return a + b;
  }
};

template <typename Operator>
__device__ int sumOf(cg::thread_block block, int value, int *s, Operator op) {
  auto tile = cg::tiled_partition<64>(block);
  value = cg::reduce(tile, value, op);
  if (tile.thread_rank() == 0)
    s[tile.meta_group_rank()] = value;
  return tile.meta_group_size();
}

__global__ void sumGood(int *out, const int *in) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[4];
  auto block = cg::this_thread_block(memory);
  int n = sumOf(block, in[threadIdx.x], s, cg::plus<int>());
  block.sync();
  if (threadIdx.x < n)
    out[blockIdx.x * n + threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void sumRacy(int *out, const int *in) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[4];
  auto block = cg::this_thread_block(memory);
  int n = sumOf(block, in[threadIdx.x], s, cg::plus<int>());
  if (threadIdx.x < n)
    out[blockIdx.x * n + threadIdx.x] = s[n - 1 - threadIdx.x];
}

__global__ void syncOpen(int *out) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[256];
  auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 32];
}

__global__ void operatorRacy(int *out, const int *in) {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[4];
  auto block = cg::this_thread_block(memory);
  sumOf(block, in[threadIdx.x], s, Watched());
}
