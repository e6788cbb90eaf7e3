// A tiled matrix product; the tile is overwritten while others still read it.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on '{{as|bs}}' and '{{as|bs}}'
// BAD-NOT: warning:
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

constexpr int Tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int row = blockIdx.y * Tile + threadIdx.y;
  int column = blockIdx.x * Tile + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / Tile; ++t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + t * Tile + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t * Tile + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
#ifdef FIXED
    __syncthreads();
#endif
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

void launch(const float *a, const float *b, float *c, int n) {
  multiply<<<dim3(8, 8), dim3(Tile, Tile)>>>(a, b, c, n);
}
