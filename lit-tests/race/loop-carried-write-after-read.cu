// One thread hands a number to all others in every iteration: the next one may
// be written before the slowest has read this one.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: :[[#@LINE+15]]:59: warning: data race on 'pivot' in kernel 'eliminate({{.*}}(provable)
// BAD: :[[#@LINE+11]]:5: note: insert '__syncthreads();' before this statement
// BAD: :[[#@LINE+26]]:14: warning: data race on 'tile' in kernel 'sumRows({{.*}}(provable)
// BAD: 2 kernels: 0 race-free, 2 racy, 0 unknown
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

__global__ void eliminate(float *rows, int n) {
  __shared__ float pivot;
  for (int k = 0; k < n; ++k) {
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
      pivot = rows[blockIdx.x * n * 257 + k * 257 + 256];
    __syncthreads();
    rows[blockIdx.x * n * 257 + k * 257 + threadIdx.x] /= pivot;
  }
}

// The same with a tile: who is done with it goes on to fill the next one.
__global__ void sumRows(const float *in, float *out, int tiles) {
  __shared__ float tile[32][33];
  unsigned x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    tile[y][x] = in[(i * 32 + y) * 32 + x];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += tile[x][k];
#ifdef FIXED
    __syncthreads();
#endif
  }
  if (y == 0)
    out[x] = sum;
}

void launch(float *rows, int n, const float *in, float *out, int tiles) {
  eliminate<<<1, 256>>>(rows, n);
  sumRows<<<1, dim3(32, 32)>>>(in, out, tiles);
}
