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

int main(int argc, char **argv) {
  constexpr int N = 512;
  std::vector<float> in(N * N);
  for (int i = 0; i < N * N; ++i)
    in[i] = bench::number(i);
  bench::Array<float> In(in), Out(N * N);
  return bench::run(
      argc, argv,
      [&] { step<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(In, Out, N); },
      [&] {
        std::vector<float> out = Out.values();
        for (int y = 1; y < N - 1; ++y)
          for (int x = 1; x < N - 1; ++x)
            if (out[y * N + x] != in[y * N + x] + in[y * N + x - 1] +
                                      in[y * N + x + 1] + in[(y - 1) * N + x] +
                                      in[(y + 1) * N + x])
              return false;
        return true;
      });
}
