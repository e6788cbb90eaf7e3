// A histogram of each block by atomics in shared memory, then one of all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Bins = 64, Block = 256, PerThread = 16;

__global__ void count(const unsigned *in, unsigned *bins) {
  __shared__ unsigned mine[Bins];
  for (int i = threadIdx.x; i < Bins; i += Block)
    mine[i] = 0;
  __syncthreads();
  int first = blockIdx.x * Block * PerThread + threadIdx.x;
  for (int i = 0; i < PerThread; ++i)
    atomicAdd(&mine[in[first + i * Block] % Bins], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < Bins; i += Block)
    atomicAdd(&bins[i], mine[i]);
}

static void run(bench::Run &r) {
  int blocks = r.blocks(Block * PerThread), n = blocks * Block * PerThread;
  std::vector<unsigned> in(n), sums(Bins);
  for (int i = 0; i < n; ++i) {
    in[i] = unsigned(bench::number(i) + 128);
    ++sums[in[i] % Bins];
  }
  bench::Array<unsigned> In(in), Out(Bins);
  r.measure(
      "count", count, [&] { Out.clear(); },
      [&] { count<<<blocks, Block>>>(In, Out); },
      [&] { return Out.values() == sums; });
}

static bench::Program program("histogram", 1 << 18, 1 << 26, run);
