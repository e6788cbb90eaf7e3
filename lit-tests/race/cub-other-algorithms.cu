// CUB's block primitives with other algorithms than the default ones, called
// twice on one scratch with and without a barrier in between.
//
// RUN: %runtime
// RUN: not %racemap check %s --budget-ms=60000 -- -std=c++17 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not='<true>'
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'scratch' in kernel 'void scanTiles<false>({{.*}}(provable)
// CHECK: insert '__syncthreads();' before this statement
// CHECK: warning: data race on 'scratch' in kernel 'void reduceTwice<false>({{.*}}(provable)
// CHECK: {{^}}4 kernels: 2 race-free, 2 racy, 0 unknown

#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

template <bool Fixed> __global__ void scanTiles(int *data, int tiles) {
  using Scan = cub::BlockScan<int, 256, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage scratch;
  int before = 0;
  for (int i = 0; i < tiles; ++i) {
    int x, sum;
    Scan(scratch).InclusiveSum(data[i * 256 + threadIdx.x], x, sum);
    data[i * 256 + threadIdx.x] = before + x;
    before += sum;
    if (Fixed)
      __syncthreads();
  }
}

struct Least {
  __device__ float operator()(float a, float b) const { return a < b ? a : b; }
};

template <bool Fixed>
__global__ void reduceTwice(const float *in, float *out) {
  using Reduce = cub::BlockReduce<float, 128, cub::BLOCK_REDUCE_RAKING>;
  __shared__ typename Reduce::TempStorage scratch;
  float least = Reduce(scratch).Reduce(in[threadIdx.x], Least());
  if (Fixed)
    __syncthreads();
  float sum = Reduce(scratch).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = sum - least;
}

void launch(int *data, int tiles, const float *in, float *out) {
  scanTiles<false><<<1, 256>>>(data, tiles);
  scanTiles<true><<<1, 256>>>(data, tiles);
  reduceTwice<false><<<1, 128>>>(in, out);
  reduceTwice<true><<<1, 128>>>(in, out);
}
