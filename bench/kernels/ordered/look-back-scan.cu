// Prefix sums in one pass: a block looks back at what those before it have made
// known, sums of their own or of all up to them (decoupled look-back).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Bench.h"

constexpr int Block = 256;

/// What is known of a block.
enum Known { Nothing, Own, All };

__global__ void lookBack(const int *in, int *out, int *own, int *all,
                         int *known, unsigned *ticket) {
  __shared__ int part[Block];
  __shared__ int block, before;
  if (threadIdx.x == 0)
    block = atomicAdd(ticket, 1);
  __syncthreads();
  int at = block * Block + threadIdx.x, t = threadIdx.x;
  part[t] = in[at];
  __syncthreads();
  for (int d = 1; d < Block; d *= 2) {
    int left = t >= d ? part[t - d] : 0;
    __syncthreads();
    part[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    int sum = part[Block - 1], sumBefore = 0;
    own[block] = sum;
    __threadfence();
    atomicExch(&known[block], Own);
    for (int i = block - 1; i >= 0; --i) {
      int state;
      do
        state = atomicAdd(&known[i], 0);
      while (state == Nothing);
      __threadfence();
      sumBefore += state == All ? all[i] : own[i];
      if (state == All)
        break;
    }
    all[block] = sumBefore + sum;
    __threadfence();
    atomicExch(&known[block], All);
    before = sumBefore;
  }
  __syncthreads();
  out[at] = before + part[t];
}

static void run(bench::Run &r) {
  int blocks = r.blocks(Block), num = blocks * Block;
  std::vector<int> in(num), sums(num);
  for (int i = 0; i < num; ++i) {
    in[i] = bench::number(i);
    sums[i] = (i ? sums[i - 1] : 0) + in[i];
  }
  bench::Array<int> In(in), Out(num), Own(blocks), All(blocks), Known(blocks);
  bench::Array<unsigned> Ticket(1);
  auto prepare = [&] {
    Known.clear();
    Ticket.clear();
  };
  r.measure(
      "lookBack", lookBack, prepare,
      [&] { lookBack<<<blocks, Block>>>(In, Out, Own, All, Known, Ticket); },
      [&] { return Out.values() == sums; });
}

static bench::Program program("look-back-scan", 1 << 17, 1 << 26, run);
