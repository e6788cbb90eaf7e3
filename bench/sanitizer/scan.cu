// Inclusive scans of blocks, after Hillis and Steele.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Block = 256;

__global__ void scan(const int *in, int *out) {
  __shared__ int part[2][Block];
  int t = threadIdx.x, now = 0;
  part[0][t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int d = 1; d < Block; d *= 2) {
    part[1 - now][t] = part[now][t] + (t >= d ? part[now][t - d] : 0);
    now = 1 - now;
    __syncthreads();
  }
  out[blockIdx.x * Block + t] = part[now][t];
}

int main(int argc, char **argv) {
  constexpr int Blocks = 128;
  std::vector<int> in(Blocks * Block);
  for (int i = 0; i < Blocks * Block; ++i)
    in[i] = bench::number(i);
  bench::Array<int> In(in), Out(Blocks * Block);
  return bench::run(
      argc, argv, [&] { scan<<<Blocks, Block>>>(In, Out); },
      [&] {
        std::vector<int> out = Out.values();
        int sum = 0;
        for (int i = 0; i < Blocks * Block; ++i) {
          sum = i % Block ? sum + in[i] : in[i];
          if (out[i] != sum)
            return false;
        }
        return true;
      });
}
