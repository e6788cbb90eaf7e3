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

static void run(bench::Run &r) {
  int blocks = r.blocks(Block);
  std::vector<float> in(size_t(blocks) * Block), sums(blocks);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = bench::number(i);
    sums[i / Block] += in[i];
  }
  bench::Array<float> In(in), Out(blocks);
  r.measure(
      "reduce", reduce, [&] { reduce<<<blocks, Block>>>(In, Out); },
      [&] { return Out.values() == sums; });
}

static bench::Program program("reduction", 1 << 16, 1 << 26, run);
