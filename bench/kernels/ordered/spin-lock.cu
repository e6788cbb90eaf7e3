// Sums of columns, each behind a lock that one thread of each warp takes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Bench.h"

constexpr int Block = 128, Columns = 64;

struct Column {
  int lock, num;
  int sum;
};

__global__ void addBehindLocks(const int *in, int num, Column *columns) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32, at = warp * 32 + lane;
  int sum = at < num ? in[at] : 0;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  if (lane != 0)
    return;
  Column &c = columns[warp % Columns];
  while (atomicCAS(&c.lock, 0, 1) != 0)
    ;
  __threadfence();
  c.sum += sum;
  c.num += 1;
  __threadfence();
  atomicExch(&c.lock, 0);
}

static void run(bench::Run &r) {
  int blocks = r.blocks(Block), num = blocks * Block;
  std::vector<int> in(num), sums(Columns);
  for (int i = 0; i < num; ++i)
    sums[i / 32 % Columns] += in[i] = bench::number(i);
  bench::Array<int> In(in);
  bench::Array<Column> All(Columns);
  r.measure(
      "addBehindLocks", addBehindLocks, [&] { All.clear(); },
      [&] { addBehindLocks<<<blocks, Block>>>(In, num, All); },
      [&] {
        std::vector<Column> found = All.values();
        for (int i = 0; i < Columns; ++i)
          if (found[i].sum != sums[i] || found[i].lock)
            return false;
        return true;
      });
}

static bench::Program program("spin-lock", 1 << 19, 1 << 24, run);
