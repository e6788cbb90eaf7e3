// Tiles of cooperative groups: their threads are in order after sync(), those
// of two tiles are not.
//
// RUN: not %racemap check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 's' in kernel 'acrossTiles({{.*}}another thread of the warp (provable)
// CHECK-DAG: warning: data race on 's' in kernel 'acrossWarps({{.*}}another thread of the block (provable)
// CHECK-DAG: warning: data race on 's' in kernel 'overlappingParts({{.*}}: two threads of one warp write here (provable)
// CHECK-DAG: note: 1 more pair of accesses races for the same reason, at line 52
// CHECK-DAG: warning: data race on 'sums' in kernel 'reductionWithoutBarrier({{.*}}(provable)
// CHECK: 9 kernels: 5 race-free, 4 racy, 0 unknown
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ unsigned global() { return blockIdx.x * 256 + threadIdx.x; }

template <unsigned Size> __device__ void exchange(int *out, unsigned Partner) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[global()] = s[threadIdx.x ^ Partner];
}

__global__ void withinTiles(int *out) { exchange<8>(out, 4); }
__global__ void acrossTiles(int *out) { exchange<8>(out, 8); }
__global__ void withinWarps(int *out) { exchange<32>(out, 16); }
__global__ void acrossWarps(int *out) { exchange<32>(out, 32); }

__global__ void tilesOfTiles(int *out) {
  __shared__ int s[256];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto quad = cg::tiled_partition<4>(warp);
  s[threadIdx.x] = threadIdx.x;
  quad.sync();
  int sum = s[threadIdx.x ^ 3];
  warp.sync();
  s[threadIdx.x ^ 31] = sum;
  warp.sync();
  out[global()] = s[threadIdx.x ^ 1];
}

/// Each tile adds up in a part of its own.
__device__ int sumOf(cg::thread_block_tile<8> tile, int *part, int value) {
  for (int i = tile.size() / 2; i > 0; i /= 2) {
    part[tile.thread_rank()] = value;
    tile.sync();
    if (tile.thread_rank() < i)
      value += part[tile.thread_rank() + i];
    tile.sync();
  }
  return value;
}

__device__ void sumOfTiles(const int *in, int *out, unsigned Stride) {
  __shared__ int s[256];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = sumOf(tile, s + tile.meta_group_rank() * Stride, in[global()]);
  if (tile.thread_rank() == 0)
    out[blockIdx.x * 32 + tile.meta_group_rank()] = sum;
}

__global__ void ownParts(const int *in, int *out) { sumOfTiles(in, out, 8); }
__global__ void overlappingParts(const int *in, int *out) {
  sumOfTiles(in, out, 4);
}

template <bool Waits> __device__ void reduce(const int *in, int *out) {
  __shared__ int sums[8];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int sum = cg::reduce(warp, in[global()], cg::plus<int>());
  if (warp.thread_rank() == 0)
    sums[warp.meta_group_rank()] = sum;
  if (Waits)
    block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()]
                                                      : 0;
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0)
      out[blockIdx.x] = sum;
  }
}

__global__ void reduction(const int *in, int *out) { reduce<true>(in, out); }
__global__ void reductionWithoutBarrier(const int *in, int *out) {
  reduce<false>(in, out);
}

void launch(const int *in, int *out) {
  withinTiles<<<4, 256>>>(out);
  acrossTiles<<<4, 256>>>(out);
  withinWarps<<<4, 256>>>(out);
  acrossWarps<<<4, 256>>>(out);
  tilesOfTiles<<<4, 256>>>(out);
  ownParts<<<4, 256>>>(in, out);
  overlappingParts<<<4, 256>>>(in, out);
  reduction<<<4, 256>>>(in, out);
  reductionWithoutBarrier<<<4, 256>>>(in, out);
}
