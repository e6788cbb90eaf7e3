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

static void run(bench::Run &r) {
  int n = r.side(Tile);
  std::vector<float> in(size_t(n) * n), turned(in.size());
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      in[size_t(y) * n + x] = bench::number(unsigned(y) * n + x);
      turned[size_t(x) * n + y] = in[size_t(y) * n + x];
    }
  bench::Array<float> In(in), Out(in.size());
  r.measure(
      "transpose", transpose,
      [&] {
        transpose<<<dim3(n / Tile, n / Tile), dim3(Tile, Rows)>>>(In, Out, n);
      },
      [&] { return Out.values() == turned; });
}

static bench::Program program("transpose", 512 * 512, 8192 * 8192, run);
