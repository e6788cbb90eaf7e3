// Blocks that wait for others: by a flag of each block, or of one for all.
// Silent kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0 \
// RUN:   -fplugin-arg-racemap-json=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: "name": "inARow(
// CHECK-NOT: "name":
// CHECK: 'flags' is 0 when the kernel begins
#include <cuda/atomic>

using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
constexpr auto relaxed = cuda::memory_order_relaxed;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;

// Each block adds to what the block before it has left.
#define ROW(NAME, BEFORE, PUT, OF, UNTIL, WAIT, BEHIND)                        \
  __global__ void NAME(int *sums, int *flags, const int *in) {                 \
    __shared__ int before;                                                     \
    if (threadIdx.x == 0) {                                                    \
      int sum = 0;                                                             \
      if (blockIdx.x > 0) {                                                    \
        while (WAIT UNTIL) {                                                   \
        }                                                                      \
        BEHIND;                                                                \
        sum = sums[blockIdx.x - 1];                                            \
      }                                                                        \
      sums[blockIdx.x] = sum + in[blockIdx.x];                                 \
      BEFORE;                                                                  \
      PUT(OF);                                                                 \
      before = sum;                                                            \
    }                                                                          \
    __syncthreads();                                                           \
  }
#define FENCE __threadfence()
#define EXCHANGE(OF) atomicExch(flags + OF, 1)
#define STORE(OF) Ref(flags[OF]).store(1, release)
#define STORE_RELAXED(OF) Ref(flags[OF]).store(1, relaxed)
#define LOOK(ORDER) Ref(flags[blockIdx.x - 1]).load(ORDER)
#define ADD_0 atomicAdd(flags + blockIdx.x - 1, 0)

ROW(inARow, FENCE, EXCHANGE, blockIdx.x, == 0, ADD_0, FENCE)
ROW(ordered, , STORE, blockIdx.x, == 0, LOOK(acquire), )
ROW(waitsForOne, FENCE, EXCHANGE, blockIdx.x, != 1, ADD_0, FENCE)
ROW(looksRelaxed, , STORE, blockIdx.x, == 0, LOOK(relaxed), ) // expected-remark {{undecided}}
ROW(storesRelaxed, , STORE_RELAXED, blockIdx.x, == 0, LOOK(acquire), ) // expected-remark {{undecided}}
ROW(noFenceBefore, , EXCHANGE, blockIdx.x, == 0, ADD_0, FENCE) // expected-remark {{undecided}}
ROW(noFenceBehind, FENCE, EXCHANGE, blockIdx.x, == 0, ADD_0, ) // expected-remark {{undecided}}
ROW(fenceOfTheBlock, __threadfence_block(), EXCHANGE, blockIdx.x, == 0, ADD_0, FENCE) // expected-remark {{undecided}}
ROW(putsElsewhere, FENCE, EXCHANGE, blockIdx.x + 1, == 0, ADD_0, FENCE) // expected-remark {{undecided}}
ROW(putsForTwo, FENCE, EXCHANGE, blockIdx.x / 2, == 0, ADD_0, FENCE) // expected-remark {{undecided}}
ROW(waitsForZero, FENCE, EXCHANGE, blockIdx.x, != 0, ADD_0, FENCE) // expected-remark {{undecided}}
ROW(doesNotWait, FENCE, EXCHANGE, blockIdx.x, == 7 && false, ADD_0, FENCE) // expected-remark 0+{{undecided}} expected-warning 0+{{data race on 'sums'}} expected-note 0+{{}}

// Block 0 prepares, all others use it: one thread of each waits.
#define PREPARE(NAME, FIRST, PUTS, WAITS, SECOND)                              \
  __global__ void NAME(int *table, int *ready, int *out) {                     \
    if (blockIdx.x == 0) {                                                     \
      table[threadIdx.x] = threadIdx.x;                                        \
      FIRST;                                                                   \
      if (PUTS)                                                                \
        atomicExch(ready, 1);                                                  \
    } else {                                                                   \
      if (threadIdx.x == 0) {                                                  \
        WAITS;                                                                 \
      }                                                                        \
      SECOND;                                                                  \
      out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x ^ 1];     \
    }                                                                          \
  }
#define FIRST FENCE; SYNC
#define IS_ONE threadIdx.x == 0
#define SYNC __syncthreads()
#define WAIT while (atomicAdd(ready, 0) == 0) {}
#define WAIT_BY(ORDER) while (Ref(*ready).load(ORDER) == 0) {}
PREPARE(prepared, FIRST, IS_ONE, WAIT FENCE, SYNC)
PREPARE(fencedByOne, SYNC; FENCE, IS_ONE, WAIT FENCE, SYNC)
PREPARE(notFenced, SYNC, IS_ONE, WAIT FENCE, SYNC) // expected-remark {{undecided}}
PREPARE(putEarly, FENCE, IS_ONE, WAIT FENCE, SYNC) // expected-remark {{undecided}}
PREPARE(putByAll, FENCE, true, WAIT FENCE, SYNC) // expected-remark {{undecided}}
PREPARE(oneWaits, FIRST, IS_ONE, WAIT FENCE, FENCE) // expected-remark {{undecided}}
#define READ out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x]
PREPARE(readsBefore, FIRST, IS_ONE, WAIT FENCE, READ; SYNC) // expected-remark {{undecided}}

// Who waits acquires; or a fence is behind the wait before the barrier, by
// that thread, or behind the barrier, by who reads.
PREPARE(waitsAcquiring, FIRST, IS_ONE, WAIT_BY(acquire), SYNC)
PREPARE(oneAcquires, FIRST, IS_ONE, WAIT_BY(acquire), ) // expected-remark {{undecided}}
PREPARE(fencedByAll, FIRST, IS_ONE, WAIT, FENCE; SYNC)
PREPARE(fencedBehind, FIRST, IS_ONE, WAIT, SYNC; FENCE)
PREPARE(relaxedThenFenced, FIRST, IS_ONE, WAIT_BY(relaxed) FENCE, SYNC)
PREPARE(onlyBarrier, FIRST, IS_ONE, WAIT, SYNC) // expected-remark {{undecided}}
PREPARE(relaxedThenBarrier, FIRST, IS_ONE, WAIT_BY(relaxed), SYNC) // expected-remark {{undecided}}
PREPARE(fencedForBlock, FIRST, IS_ONE, WAIT __threadfence_block(), SYNC) // expected-remark {{undecided}}
PREPARE(fencedTooEarly, FIRST, IS_ONE, FENCE; WAIT, SYNC) // expected-remark {{undecided}}
PREPARE(fencedWhileWaiting, FIRST, IS_ONE, while (atomicAdd(ready, 0) == 0) FENCE, SYNC) // expected-remark {{undecided}}
PREPARE(fencedByAnother, FIRST, IS_ONE, WAIT, if (threadIdx.x == 1) FENCE; SYNC) // expected-remark {{undecided}}
PREPARE(fencedByOneReader, FIRST, IS_ONE, WAIT, SYNC; if (threadIdx.x == 1) FENCE) // expected-remark {{undecided}}
PREPARE(fencedTooLate, FIRST, IS_ONE, WAIT, SYNC; READ; FENCE) // expected-remark {{undecided}}

// Each thread has its place: that of the block before, or its own one's.
#define PLACES(NAME, OF, READ)                                                 \
  __global__ void NAME(int *sums, int *flags, int *out) {                      \
    if (threadIdx.x == 0) {                                                    \
      sums[blockIdx.x] = 1;                                                    \
      FENCE;                                                                   \
      atomicExch(flags + blockIdx.x, 1);                                       \
    }                                                                          \
    if (blockIdx.x > 1 && threadIdx.x < 2) {                                   \
      while (atomicAdd(flags + blockIdx.x - 1 OF, 0) == 0) {                   \
      }                                                                        \
      FENCE;                                                                   \
      out[blockIdx.x * blockDim.x + threadIdx.x] =                             \
          sums[blockIdx.x - 1 READ];                                           \
    }                                                                          \
  }
PLACES(ofTheReader, -threadIdx.x, -threadIdx.x)
PLACES(ofAnother, +threadIdx.x, ) // expected-remark {{undecided}}

// Read in the loop that waits: in the first round, nothing has been found.
#define ONE_THREAD(NAME, INSIDE, BEHIND)                                       \
  __global__ __launch_bounds__(1) void NAME(int *table, int *ready, int *out) {\
    if (blockIdx.x == 0) {                                                     \
      table[0] = 1;                                                            \
      FENCE;                                                                   \
      atomicExch(ready, 1);                                                    \
      return;                                                                  \
    }                                                                          \
    while (true) {                                                             \
      int found = Ref(*ready).load(acquire);                                   \
      SYNC;                                                                    \
      INSIDE;                                                                  \
      if (found != 0)                                                          \
        break;                                                                 \
    }                                                                          \
    BEHIND;                                                                    \
  }
ONE_THREAD(readsBehind, , out[blockIdx.x] = table[0])
ONE_THREAD(readsInside, out[blockIdx.x] = table[0], ) // expected-warning {{data race on 'table'}} expected-note 1+{{}}

// Someone else puts it, too.
__global__ void putByOthers(int *table, int *ready, int *out) { // expected-remark {{undecided}}
  if (blockIdx.x == 1 && threadIdx.x == 0)
    atomicExch(ready, 1);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    table[0] = 1;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = table[0];
  }
}

// Each of two blocks puts it, and those that find it have waited for one.
__global__ void preparedByTwo(int *table, int *ready, int *out) { // expected-remark {{undecided}}
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x < 2) {
    table[blockIdx.x] = 1;
    __threadfence();
    atomicExch(ready, 1);
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = table[0] + table[1];
  }
}

// What follows the flag is not released by it.
__global__ void writtenLate(int *table, int *ready, int *out) { // expected-remark {{undecided}}
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    __threadfence();
    atomicExch(ready, 1);
    table[0] = 1;
  } else {
    while (atomicAdd(ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = table[0];
  }
}
