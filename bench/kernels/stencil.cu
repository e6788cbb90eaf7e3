// Five points of a grid, from one array into another, without shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

__global__ void step(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1)
    return;
  out[y * n + x] = in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] +
                   in[(y - 1) * n + x] + in[(y + 1) * n + x];
}

static bool isStep(const std::vector<float> &in, const std::vector<float> &out,
                   int n) {
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < n - 1; ++x) {
      size_t i = size_t(y) * n + x;
      if (out[i] != in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n])
        return false;
    }
  return true;
}

static void run(bench::Run &r) {
  int n = r.side(32);
  std::vector<float> in(size_t(n) * n);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = bench::number(i);
  bench::Array<float> In(in), Out(in.size());
  r.measure(
      "step", step,
      [&] { step<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(In, Out, n); },
      [&] { return isStep(in, Out.values(), n); });
  std::vector<float> out(in.size());
  r.compare(
      [&] {
        for (int y = 1; y < n - 1; ++y)
          for (int x = 1; x < n - 1; ++x) {
            int i = y * n + x;
            out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n];
          }
      },
      [&] { return isStep(in, out, n); });
}

static bench::Program program("stencil", 512 * 512, 8192 * 8192, run);
