// A product of matrices by tiles in shared memory. Threads of a block tell each
// other by a counter of the block's scope, behind fences, that a tile is there
// and that it has been used: no barrier is in the loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Bench.h"

constexpr int Tile = 16;

/// All threads of the block have come here so many times.
__device__ void meet(int *came, int times) {
  __threadfence_block();
  atomicAdd_block(came, 1);
  while (atomicAdd_block(came, 0) < times * Tile * Tile)
    ;
  __threadfence_block();
}

__global__ void multiplyFenced(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  __shared__ int came;
  int x = threadIdx.x, y = threadIdx.y, times = 0;
  int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  if (x == 0 && y == 0)
    came = 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k += Tile) {
    as[y][x] = a[row * n + k + x];
    bs[y][x] = b[(k + y) * n + column];
    meet(&came, ++times);
    for (int i = 0; i < Tile; ++i)
      sum += as[y][i] * bs[i][x];
    meet(&came, ++times);
  }
  c[row * n + column] = sum;
}

static void run(bench::Run &r) {
  int n = r.side(Tile);
  std::vector<float> a(n * n), b(n * n), c(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = float(bench::number(i) / 32);
    b[i] = float(bench::number(i + 7) / 32);
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  bench::Array<float> A(a), B(b), C(n * n);
  dim3 Blocks(n / Tile, n / Tile), Threads(Tile, Tile);
  r.measure(
      "multiplyFenced", multiplyFenced, [&] { multiplyFenced<<<Blocks, Threads>>>(A, B, C, n); },
      [&] { return C.values() == c; });
}

static bench::Program program("fenced-product", 1 << 12, 1 << 20, run);
