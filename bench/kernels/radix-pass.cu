// One pass of a radix sort by four bits: what each block has of each digit,
// where the blocks' parts begin, and the keys brought there. A block sorts its
// keys by one bit after the other, so that they keep their order.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Bits = 4, Digits = 1 << Bits, Block = 256, Scanners = 1024;

__global__ void count(const unsigned *keys, unsigned *counts, int shift) {
  __shared__ unsigned mine[Digits];
  if (threadIdx.x < Digits)
    mine[threadIdx.x] = 0;
  __syncthreads();
  unsigned key = keys[blockIdx.x * Block + threadIdx.x];
  atomicAdd(&mine[(key >> shift) % Digits], 1);
  __syncthreads();
  if (threadIdx.x < Digits)
    counts[threadIdx.x * gridDim.x + blockIdx.x] = mine[threadIdx.x];
}

/// Sums of all counts before each, by one block: each thread has a part of
/// them.
__global__ void begins(unsigned *counts, int n) {
  __shared__ unsigned sums[Scanners];
  int t = threadIdx.x, part = (n + Scanners - 1) / Scanners;
  int first = min(t * part, n), last = min(first + part, n);
  unsigned sum = 0;
  for (int i = first; i < last; ++i)
    sum += counts[i];
  sums[t] = sum;
  __syncthreads();
  for (int d = 1; d < Scanners; d *= 2) {
    unsigned before = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  sum = sums[t] - sum;
  for (int i = first; i < last; ++i) {
    unsigned here = counts[i];
    counts[i] = sum;
    sum += here;
  }
}

/// How many threads before this one have the bit set, of all of the block; into
/// `all`, how many have it.
__device__ unsigned setBefore(bool set, unsigned *sums, unsigned &all) {
  int t = threadIdx.x;
  sums[t] = set;
  __syncthreads();
  for (int d = 1; d < Block; d *= 2) {
    unsigned before = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  unsigned upTo = sums[t];
  all = sums[Block - 1];
  __syncthreads();
  return upTo - set;
}

__global__ void scatter(const unsigned *keys, unsigned *out,
                        const unsigned *begin, int shift) {
  __shared__ unsigned sorted[Block], sums[Block], starts[Digits];
  int t = threadIdx.x;
  unsigned key = keys[blockIdx.x * Block + t];
  for (int bit = shift; bit < shift + Bits; ++bit) {
    bool set = key >> bit & 1;
    unsigned all, before = setBefore(set, sums, all);
    sorted[set ? Block - all + before : t - before] = key;
    __syncthreads();
    key = sorted[t];
    __syncthreads();
  }
  unsigned digit = (key >> shift) % Digits;
  if (t == 0 || digit != (sorted[t - 1] >> shift) % Digits)
    starts[digit] = t;
  __syncthreads();
  out[begin[digit * gridDim.x + blockIdx.x] + t - starts[digit]] = key;
}

static void run(bench::Run &r) {
  constexpr int shift = 8;
  int blocks = r.blocks(Block), n = blocks * Block;
  std::vector<unsigned> keys(n);
  for (int i = 0; i < n; ++i)
    keys[i] = unsigned(i) * 2654435761u;
  std::vector<unsigned> sorted;
  for (unsigned digit = 0; digit < Digits; ++digit)
    for (unsigned key : keys)
      if ((key >> shift) % Digits == digit)
        sorted.push_back(key);
  bench::Array<unsigned> Keys(keys), Out(n), Counts(size_t(blocks) * Digits);
  r.measure(
      "count, begins, scatter", scatter,
      [&] {
        count<<<blocks, Block>>>(Keys, Counts, shift);
        begins<<<1, Scanners>>>(Counts, blocks * Digits);
        scatter<<<blocks, Block>>>(Keys, Out, Counts, shift);
      },
      [&] { return Out.values() == sorted; });
}

static bench::Program program("radix-pass", 1 << 14, 1 << 24, run);
