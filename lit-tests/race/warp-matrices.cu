// Matrices that the lanes of a warp load and store together.
//
// RUN: %runtime
// RUN: not %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: {{[0-9]+}}:3: warning: data race on 'out' in kernel 'oneTileForAll(float*)': two threads of one block write here (input)
// CHECK: warning: data race on 'tile' in kernel 'noBarrier(float*)': this write and a read by another thread of the block (input)
// CHECK: warning: data race on 'tile' in kernel 'warpBarrierOfAnotherWarp(float*)': this write and a read by another thread of the block (input)
// CHECK: warning: data race on 'tile' in kernel 'storedAndLoaded(__half*)': this write and a read by another thread of the block (input)
// CHECK: warning: data race on 'tile' in kernel 'filledAndLoaded(__half const*, __half*)': this write and a read by another thread of the block (input)
// CHECK: 11 kernels: 6 race-free, 5 racy, 0 unknown
#include <mma.h>
using namespace nvcuda::wmma;

using Accumulator = fragment<accumulator, 16, 16, 16, float>;

__global__ void oneTileForAll(float *out) {
  Accumulator c;
  fill_fragment(c, 1.0f);
  store_matrix_sync(out, c, 16, mem_row_major);
}

__global__ void tileOfEachWarp(float *out) {
  Accumulator c;
  fill_fragment(c, 1.0f);
  unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  store_matrix_sync(out + warp * 256, c, 16, mem_row_major);
}

__global__ void noBarrier(float *out) {
  __shared__ float tile[8][256];
  Accumulator c;
  fill_fragment(c, 1.0f);
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  store_matrix_sync(tile[warp], c, 16, mem_row_major);
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[warp][lane];
}

__global__ void warpBarrier(float *out) {
  __shared__ float tile[8][256];
  Accumulator c;
  fill_fragment(c, 1.0f);
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  store_matrix_sync(tile[warp], c, 16, mem_row_major);
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[warp][lane];
}

__global__ void warpBarrierOfAnotherWarp(float *out) {
  __shared__ float tile[8][256];
  Accumulator c;
  fill_fragment(c, 1.0f);
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  store_matrix_sync(tile[warp], c, 16, mem_row_major);
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[7 - warp][lane];
}

__global__ void blockBarrier(float *out) {
  __shared__ float tile[8][256];
  Accumulator c;
  fill_fragment(c, 1.0f);
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  store_matrix_sync(tile[warp], c, 16, mem_row_major);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[7 - warp][lane];
}

__global__ void product(const half *a, const half *b, float *c, int n) {
  fragment<matrix_a, 16, 16, 16, half, row_major> left;
  fragment<matrix_b, 16, 16, 16, half, col_major> right;
  Accumulator sum;
  unsigned warp = threadIdx.x / 32;
  float *mine = c + 16 * blockIdx.x * n + 16 * warp;
  load_matrix_sync(sum, mine, n, mem_row_major);
  for (int k = 0; k < n; k += 16) {
    load_matrix_sync(left, a + 16 * blockIdx.x * n + k, n);
    load_matrix_sync(right, b + 16 * warp * n + k, n);
    mma_sync(sum, left, right, sum);
  }
  store_matrix_sync(mine, sum, n, mem_row_major);
}

// The lanes that store an element and load it may differ.
template <bool Barrier> __device__ void storeAndLoad(half *out) {
  __shared__ half tile[256];
  fragment<accumulator, 16, 16, 16, half> c;
  fragment<matrix_a, 16, 16, 16, half, row_major> a;
  fill_fragment(c, 1.0f);
  store_matrix_sync(tile, c, 16, mem_row_major);
  if (Barrier)
    __syncwarp();
  load_matrix_sync(a, tile, 16);
  out[threadIdx.x] = a.x[0];
}

__global__ void storedAndLoaded(half *out) { storeAndLoad<false>(out); }
__global__ void storedAndLoadedBehindBarrier(half *out) {
  storeAndLoad<true>(out);
}

template <bool Barrier> __device__ void fillAndLoad(const half *in, half *out) {
  __shared__ half tile[256];
  fragment<matrix_b, 16, 16, 16, half, row_major> b;
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    tile[i] = in[i];
  if (Barrier)
    __syncthreads();
  load_matrix_sync(b, tile, 16);
  out[threadIdx.x] = b.x[0];
}

__global__ void filledAndLoaded(const half *in, half *out) {
  fillAndLoad<false>(in, out);
}
__global__ void filledAndLoadedBehindBarrier(const half *in, half *out) {
  fillAndLoad<true>(in, out);
}

void launches(const half *a, const half *b, float *out,
              half *half_out) {
  oneTileForAll<<<1, 64>>>(out);
  tileOfEachWarp<<<16, 256>>>(out);
  noBarrier<<<16, 256>>>(out);
  warpBarrier<<<16, 256>>>(out);
  warpBarrierOfAnotherWarp<<<16, 256>>>(out);
  blockBarrier<<<16, 256>>>(out);
  product<<<8, 256>>>(a, b, out, 128);
  storedAndLoaded<<<1, 32>>>(half_out);
  storedAndLoadedBehindBarrier<<<1, 32>>>(half_out);
  filledAndLoaded<<<1, 128>>>(a, half_out);
  filledAndLoadedBehindBarrier<<<1, 128>>>(a, half_out);
}
