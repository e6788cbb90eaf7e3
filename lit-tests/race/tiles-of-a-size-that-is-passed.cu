// The size of a tile need not be part of its type: which threads it has is
// found in an object that is a union of all groups.
//
// RUN: %runtime
// RUN: not %racemap check %s --block-dim=64 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-2: warning: data race on 's' in kernel '{{tile|behind}}Racy(
// CHECK: 4 kernels: 2 race-free, 2 racy, 0 unknown
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ int reversed(const cg::thread_group &group, int *s) {
  int me = group.thread_rank();
  s[me] = me;
  group.sync();
  return s[group.size() - 1 - me];
}

__global__ void tileGood(int *out) {
  __shared__ int s[64];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
  out[blockIdx.x * 64 + threadIdx.x] =
      reversed(tile, s + threadIdx.x / 16 * 16);
}

__global__ void blockGood(int *out) {
  __shared__ int s[64];
  out[blockIdx.x * 64 + threadIdx.x] = reversed(cg::this_thread_block(), s);
}

__global__ void tileRacy(int *out) {
  __shared__ int s[64];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 8);
  out[blockIdx.x * 64 + threadIdx.x] =
      reversed(tile, s + threadIdx.x / 16 * 8);
}

__global__ void behindRacy(int *out) {
  __shared__ int s[64];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 16];
}
