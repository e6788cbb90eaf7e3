// A transposition through tiles, several rows a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Tile = 32, Rows = 8;

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[Tile][Tile + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * Tile, y = blockIdx.y * Tile;
  for (int j = ty; j < Tile; j += Rows)
    tile[j][tx] = in[(y + j) * n + x + tx];
  __syncthreads();
  for (int j = ty; j < Tile; j += Rows)
    out[(x + j) * n + y + tx] = tile[tx][j];
}

int main(int argc, char **argv) {
  constexpr int N = 512;
  std::vector<float> in(N * N);
  for (int i = 0; i < N * N; ++i)
    in[i] = float(i);
  bench::Array<float> In(in), Out(N * N);
  return bench::run(
      argc, argv,
      [&] {
        transpose<<<dim3(N / Tile, N / Tile), dim3(Tile, Rows)>>>(In, Out, N);
      },
      [&] {
        std::vector<float> out = Out.values();
        for (int y = 0; y < N; ++y)
          for (int x = 0; x < N; ++x)
            if (out[x * N + y] != in[y * N + x])
              return false;
        return true;
      });
}
