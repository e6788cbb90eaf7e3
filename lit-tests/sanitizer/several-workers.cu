// On several cores at once, what a thread has read and what it has been told are
// the same: words are handed on by stores, swaps and locks of all kinds, many
// times, and nothing races. (A release of the wrong scope does.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'RACEMAP_OPTIONS=print_limit=1 %t 1; echo status $?' 2>&1 | FileCheck %s

#include <cstdlib>
#include <cuda/atomic>

constexpr int Rounds = 200, Blocks = 8;

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
using BlockWord = cuda::atomic_ref<int, cuda::thread_scope_block>;

// The turn goes around; each store ends what the one before it has told.
__global__ void turns(int *turn, int *data) {
  Word t(*turn);
  for (int i = 0; i < Rounds; ++i) {
    while (t.load(cuda::memory_order_acquire) % gridDim.x != blockIdx.x)
      ;
    data[0] += 1;
    t.store(t.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_release);
  }
}

// A lock by compare-and-swap, of which many fail; unlocked by a plain release.
template <class Unlock> __global__ void locks(int *lock, int *data) {
  Word l(*lock);
  for (int i = 0; i < Rounds; ++i) {
    int expected = 0;
    while (!l.compare_exchange_weak(expected, 1, cuda::memory_order_acquire,
                                    cuda::memory_order_relaxed))
      expected = 0;
    data[1] += 1;
    Unlock(*lock).store(0, cuda::memory_order_release);
  }
}

// Tickets, and whose turn it is.
__global__ void tickets(int *next, int *serving, int *data) {
  for (int i = 0; i < Rounds; ++i) {
    int mine = atomicAdd(next, 1);
    while (atomicAdd(serving, 0) != mine)
      ;
    __threadfence();
    data[2] += 1;
    __threadfence();
    atomicExch(serving, mine + 1);
  }
}

int main(int, char **argv) {
  bool bad = std::atoi(argv[1]);
  int *words, *data;
  cudaMallocManaged(&words, 4 * sizeof(int));
  cudaMallocManaged(&data, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i)
    words[i] = data[i] = 0;
  turns<<<Blocks, 1>>>(words, data);
  if (bad)
    locks<BlockWord><<<Blocks, 1>>>(words + 1, data);
  else
    locks<Word><<<Blocks, 1>>>(words + 1, data);
  tickets<<<Blocks, 1>>>(words + 2, words + 3, data);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < 3; ++i)
    if (data[i] != Rounds * Blocks)
      return 2;
  return 0;
}

// GOOD-NOT: RaceMap
// GOOD: status 0
// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
