// A tiled matrix product: each word of a tile is read by a row or column of
// threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int i = 0; i < n; i += Tile) {
    as[ty][tx] = a[row * n + i + tx];
    bs[ty][tx] = b[(i + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main(int argc, char **argv) {
  constexpr int N = 128;
  std::vector<float> a(N * N), b(N * N);
  for (int i = 0; i < N * N; ++i) {
    a[i] = bench::number(i) / 16;
    b[i] = bench::number(i + N) / 16;
  }
  bench::Array<float> A(a), B(b), C(N * N);
  return bench::run(
      argc, argv,
      [&] {
        multiply<<<dim3(N / Tile, N / Tile), dim3(Tile, Tile)>>>(A, B, C, N);
      },
      [&] {
        std::vector<float> c = C.values();
        for (int y = 0; y < N; ++y)
          for (int x = 0; x < N; ++x) {
            float sum = 0;
            for (int k = 0; k < N; ++k)
              sum += a[y * N + k] * b[k * N + x];
            if (c[y * N + x] != sum)
              return false;
          }
        return true;
      });
}
