// A convolution of a picture with a window of 5 by 5, through tiles that have
// the rim around them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Tile = 16, Radius = 2, Wide = Tile + 2 * Radius,
              Window = 2 * Radius + 1;

__constant__ float weights[Window * Window];

__global__ void convolve(const float *in, float *out, int n) {
  __shared__ float tile[Wide][Wide];
  int left = blockIdx.x * Tile - Radius, top = blockIdx.y * Tile - Radius;
  for (int ty = threadIdx.y; ty < Wide; ty += Tile)
    for (int tx = threadIdx.x; tx < Wide; tx += Tile) {
      int x = left + tx, y = top + ty;
      bool inside = x >= 0 && y >= 0 && x < n && y < n;
      tile[ty][tx] = inside ? in[y * n + x] : 0;
    }
  __syncthreads();
  float sum = 0;
  for (int y = 0; y < Window; ++y)
    for (int x = 0; x < Window; ++x)
      sum += weights[y * Window + x] * tile[threadIdx.y + y][threadIdx.x + x];
  int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  out[y * n + x] = sum;
}

static std::vector<float> convolved(const std::vector<float> &in,
                                    const std::vector<float> &by, int n) {
  std::vector<float> out(in.size());
  for (int i = 0; i < n * n; ++i)
    for (int k = 0; k < Window * Window; ++k) {
      int x = i % n + k % Window - Radius, y = i / n + k / Window - Radius;
      if (x >= 0 && y >= 0 && x < n && y < n)
        out[i] += by[k] * in[size_t(y) * n + x];
    }
  return out;
}

static void run(bench::Run &r) {
  int n = r.side(Tile);
  std::vector<float> in(size_t(n) * n), by(Window * Window);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = bench::number(i);
  for (size_t i = 0; i < by.size(); ++i)
    by[i] = bench::number(i + 3);
  bench::must(cudaMemcpyToSymbol(weights, by.data(), sizeof(weights)),
              "cudaMemcpyToSymbol");
  std::vector<float> expected = convolved(in, by, n);
  bench::Array<float> In(in), Out(in.size());
  r.measure(
      "convolve", convolve,
      [&] {
        convolve<<<dim3(n / Tile, n / Tile), dim3(Tile, Tile)>>>(In, Out, n);
      },
      [&] { return Out.values() == expected; });
}

static bench::Program program("convolution", 256 * 256, 4096 * 4096, run);
