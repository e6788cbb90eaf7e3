// A sum over blocks in one launch: the last one, by a ticket, adds what all
// have left.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../Bench.h"

constexpr int Block = 256;

__device__ int sumOfBlock(int mine, int *part) {
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int s = Block / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  return part[0];
}

__global__ void reduceByTicket(const int *in, int num, int *sums,
                               unsigned *ticket, int *out) {
  __shared__ int part[Block];
  __shared__ bool isLast;
  int mine = 0;
  for (int i = blockIdx.x * Block + threadIdx.x; i < num;
       i += gridDim.x * Block)
    mine += in[i];
  int sum = sumOfBlock(mine, part);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    __threadfence();
    isLast = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!isLast)
    return;
  __threadfence();
  mine = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += Block)
    mine += sums[i];
  sum = sumOfBlock(mine, part);
  if (threadIdx.x == 0)
    *out = sum;
}

static void run(bench::Run &r) {
  int num = int(r.size()), blocks = std::max(1, r.blocks(8 * Block));
  std::vector<int> in(num), sum(1);
  for (int i = 0; i < num; ++i)
    sum[0] += in[i] = bench::number(i);
  bench::Array<int> In(in), Sums(blocks), Out(1);
  bench::Array<unsigned> Ticket(1);
  r.measure(
      "reduceByTicket", reduceByTicket, [&] { Ticket.clear(); },
      [&] { reduceByTicket<<<blocks, Block>>>(In, num, Sums, Ticket, Out); },
      [&] { return Out.values() == sum; });
}

static bench::Program program("ticket-reduction", 1 << 20, 1 << 27, run);
