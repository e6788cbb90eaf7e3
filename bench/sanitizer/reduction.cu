// A sum in shared memory, a tree of barriers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Block = 256;

__global__ void reduce(const float *in, float *out) {
  __shared__ float part[Block];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * Block + t];
  __syncthreads();
  for (int s = Block / 2; s > 0; s /= 2) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

int main(int argc, char **argv) {
  constexpr int Blocks = 256;
  std::vector<float> in(Blocks * Block);
  for (int i = 0; i < Blocks * Block; ++i)
    in[i] = bench::number(i);
  bench::Array<float> In(in), Out(Blocks);
  return bench::run(
      argc, argv, [&] { reduce<<<Blocks, Block>>>(In, Out); },
      [&] {
        std::vector<float> out = Out.values();
        for (int b = 0; b < Blocks; ++b) {
          float sum = 0;
          for (int i = 0; i < Block; ++i)
            sum += in[b * Block + i];
          if (out[b] != sum)
            return false;
        }
        return true;
      });
}
