// Launches end by an error of one thread, at any point and in many ways, while
// others do what takes locks. Each time the next launches run to their ends,
// with the right results and the right findings.
//
// usage: PROGRAM LAUNCHES SEED
//
// unit-tests/repeated-runs runs more of it.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=exitcode=0 %t 80 1 > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
//
// CHECK: 80 launches have failed, seed 1
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <racemap/runtime.h>
#include <random>

constexpr int Blocks = 8, Threads = 64, Rounds = 24, Words = 65;

// Variables: where they are, they are after a reset, too.
__device__ alignas(8) int smallOnes[Words];
__device__ int nextOnes[Threads];

enum class Way {
  OutOfBounds,
  Atomic,
  WideAtomic, // only its second word is nobody's
  Null,
  String,
  Trap,
  Assertion,
  StackOverflow,
  OverflowInMalloc,
  Warp, // waits for lanes that are at a barrier
  Barrier,
  Number
};

struct Plan {
  Way way;
  int block, thread, round;
};

__device__ __noinline__ int deep(int n, int *words, bool allocates) {
  volatile int local[24];
  local[n % 24] = n;
  if (allocates)
    free(malloc(16));
  else if (n % 4 == 0)
    atomicAdd(words + n % 64, 1);
  return n == 0 ? 0 : deep(n - 1, words, allocates) + local[n % 24];
}

__device__ void fail(Way way, int *words) {
  switch (way) {
  case Way::OutOfBounds:
    words[Words] = 1;
    break;
  case Way::Atomic:
    atomicAdd(words + Words, 1);
    break;
  case Way::WideAtomic:
    atomicAdd((unsigned long long *)(words + Words - 1), 1ull);
    break;
  case Way::Null:
    *(volatile int *)nullptr = 1;
    break;
  case Way::String:
    printf("%s", (const char *)16);
    break;
  case Way::Trap:
    __trap();
    break;
  case Way::Assertion:
    assert(words == nullptr);
    break;
  case Way::StackOverflow:
  case Way::OverflowInMalloc:
    words[0] = deep(1 << 30, words, way == Way::OverflowInMalloc);
    break;
  case Way::Warp:
    __syncwarp();
    break;
  case Way::Barrier:
    asm volatile("bar.sync 1, 64;");
    break;
  case Way::Number:
    break;
  }
}

template <bool Fences>
__device__ void work(const Plan &plan, int round, int *words) {
  if (blockIdx.x == plan.block && threadIdx.x == plan.thread &&
      round == plan.round)
    fail(plan.way, words);
  atomicAdd(words + Words - 1, 1);
  atomicAdd(words + (threadIdx.x + round) % 64, 1);
  if (Fences)
    __threadfence();
  if ((threadIdx.x + round) % 8 == 0)
    free(malloc(16));
}

template <bool Fences> __global__ void fails(Plan plan, int *words) {
  for (int round = 0; round < Rounds; ++round) {
    work<Fences>(plan, round, words);
    if (round % 4 == 3)
      __syncthreads();
  }
}

__global__ void failsBesideTheGrid(Plan plan, int *words) {
  for (int round = 0; round < Rounds; ++round) {
    work<true>(plan, round, words);
    if (round % 4 == 3)
      cooperative_groups::this_grid().sync();
  }
}

template <bool Fences> __global__ void counts(int *words) {
  if (Fences)
    __threadfence();
  atomicAdd(words + threadIdx.x, 1);
}

template <bool Fences> __global__ void races(int *words) {
  if (Fences)
    __threadfence();
  words[threadIdx.x] = blockIdx.x;
}

static cudaError_t launch(int kernel, Plan plan, int *words) {
  void *arguments[] = {&plan, &words};
  if (kernel == 0)
    fails<false><<<Blocks, Threads>>>(plan, words);
  else if (kernel == 1)
    fails<true><<<Blocks, Threads>>>(plan, words);
  else
    cudaLaunchCooperativeKernel((void *)failsBesideTheGrid, Blocks, Threads,
                                arguments, 0, nullptr);
  return cudaDeviceSynchronize();
}

static cudaError_t expected(Way way) {
  switch (way) {
  case Way::Trap:
  case Way::Warp:
  case Way::Barrier:
    return cudaErrorLaunchFailure;
  case Way::Assertion:
    return cudaErrorAssert;
  default:
    return cudaErrorIllegalAddress;
  }
}

/// What is wrong with a launch behind one that has failed, or null.
template <bool Fences> static const char *next(int *words) {
  int result[Threads] = {};
  unsigned long long before = __racemap_num_found();
  cudaMemset(words, 0, sizeof result);
  counts<Fences><<<Blocks, Threads>>>(words);
  cudaMemcpy(result, words, sizeof result, cudaMemcpyDeviceToHost);
  for (int value : result)
    if (value != Blocks)
      return "has another result";
  if (__racemap_num_found() != before)
    return "races";
  races<Fences><<<2, Threads>>>(words);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return "fails";
  return __racemap_num_found() - before == Threads ? nullptr
                                                   : "has other findings";
}

int main(int, char **argv) {
  int launches = atoi(argv[1]);
  unsigned seed = atoi(argv[2]);
  std::mt19937 random(seed);
  auto below = [&](int n) { return int(random() % n); };
  int *small, *words;
  cudaGetSymbolAddress((void **)&small, smallOnes);
  cudaGetSymbolAddress((void **)&words, nextOnes);
  for (int i = 0; i < launches; ++i) {
    Plan plan{Way(below(int(Way::Number))), below(Blocks), below(Threads),
              below(Rounds)};
    int kernel = below(3);
    cudaError_t error = launch(kernel, plan, small);
    const char *wrong = error == expected(plan.way) ? nullptr
                                                    : cudaGetErrorName(error);
    cudaDeviceReset();
    if (!wrong)
      wrong = i % 2 ? next<true>(words) : next<false>(words);
    if (!wrong)
      continue;
    printf("launch %d, seed %u: kernel %d, way %d, block %d, thread %d, round "
           "%d: the next one %s\n",
           i, seed, kernel, int(plan.way), plan.block, plan.thread, plan.round,
           wrong);
    return 1;
  }
  printf("%d launches have failed, seed %u\n", launches, seed);
}
