// CUB's block primitives, with the algorithms they have by default and with
// others, called twice on one scratch: the contract asks for a barrier in between.
//
// RUN: %runtime
// RUN: not %racemap check %s --budget-ms=60000 -- -std=c++17 >%t 2>&1
// RUN: FileCheck %s --implicit-check-not='<true>' <%t
// RUN: FileCheck %s --check-prefix=OTHERS <%t
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: :[[#@LINE+19]]:{{[0-9]+}}: warning: data race on 'scratch' in kernel 'void reduceInALoop<false>({{.*}}(provable)
// CHECK-DAG: warning: data race on 'scratch' in kernel 'void reduceThenScan<false>({{.*}}(provable)
// CHECK-DAG: warning: data race on 'scratch' in kernel 'void loadScanStore<false>({{.*}}(provable)
// CHECK: {{^}}12 kernels: 7 race-free, 5 racy, 0 unknown
// OTHERS: warning: data race on 'scratch' in kernel 'void scanTiles<false>({{.*}}(provable)
// OTHERS-NOT: warning:
// OTHERS: insert '__syncthreads();' before this statement
// OTHERS: warning: data race on 'scratch' in kernel 'void reduceTwice<false>({{.*}}(provable)

#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

template <bool Fixed>
__global__ void reduceInALoop(const int *in, int *out, int n) {
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ typename Reduce::TempStorage scratch;
  for (int i = 0; i < n; ++i) {
    int sum = Reduce(scratch).Sum(in[i * 256 + threadIdx.x]);
    if (threadIdx.x == 0)
      out[i] = sum;
    if (Fixed)
      __syncthreads();
  }
}

template <bool Fixed>
__global__ void reduceThenScan(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 256>;
  using Scan = cub::BlockScan<int, 256>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
  } scratch;
  int before, sum = Reduce(scratch.reduce).Sum(in[threadIdx.x]);
  if (Fixed)
    __syncthreads();
  Scan(scratch.scan).ExclusiveSum(in[threadIdx.x + 256], before);
  out[threadIdx.x] = before + (threadIdx.x == 0 ? sum : 0);
}

template <bool Fixed>
__global__ void loadScanStore(const int *in, int *out) {
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 128>;
  using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
    typename Store::TempStorage store;
  } scratch;
  int items[4];
  Load(scratch.load).Load(in + blockIdx.x * 512, items);
  if (Fixed)
    __syncthreads();
  Scan(scratch.scan).ExclusiveSum(items, items);
  if (Fixed)
    __syncthreads();
  Store(scratch.store).Store(out + blockIdx.x * 512, items);
}

// Scans by raking happen to be safe: a thread puts its element where only it has
// read since the last barrier.
template <bool Fixed>
__global__ void scanTwice(const int *in, int *out) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ typename Scan::TempStorage scratch;
  int first, second;
  Scan(scratch).ExclusiveSum(in[threadIdx.x], first);
  if (Fixed)
    __syncthreads();
  Scan(scratch).ExclusiveSum(in[threadIdx.x + 128], second);
  out[threadIdx.x] = first + second;
}

// With other algorithms than the default ones.
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

void launch(const int *in, int *out, int n) {
  reduceInALoop<false><<<1, 256>>>(in, out, n);
  reduceInALoop<true><<<1, 256>>>(in, out, n);
  reduceThenScan<false><<<1, 256>>>(in, out);
  reduceThenScan<true><<<1, 256>>>(in, out);
  loadScanStore<false><<<4, 128>>>(in, out);
  loadScanStore<true><<<4, 128>>>(in, out);
  scanTwice<false><<<1, 128>>>(in, out);
  scanTwice<true><<<1, 128>>>(in, out);
}

void launchOthers(int *data, int tiles, const float *in, float *out) {
  scanTiles<false><<<1, 256>>>(data, tiles);
  scanTiles<true><<<1, 256>>>(data, tiles);
  reduceTwice<false><<<1, 128>>>(in, out);
  reduceTwice<true><<<1, 128>>>(in, out);
}
