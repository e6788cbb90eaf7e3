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

static void run(bench::Run &r) {
  int blocks = r.blocks(Block);
  std::vector<int> in(size_t(blocks) * Block), sums(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = bench::number(i);
    sums[i] = i % Block ? sums[i - 1] + in[i] : in[i];
  }
  bench::Array<int> In(in), Out(in.size());
  r.measure(
      "scan", scan, [&] { scan<<<blocks, Block>>>(In, Out); },
      [&] { return Out.values() == sums; });
}

static bench::Program program("scan", 1 << 15, 1 << 26, run);
