// Blocks that wait for others: by a flag of each block, or of one for all.
// Silent kernels are proved.
//
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
// RUN: %racemap check %s --kernel=inARow --json=- 2>/dev/null | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
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

// Block 0 prepares, all others use it.
#define PREPARE(NAME, FIRST, PUTS, SECOND)                                     \
  __global__ void NAME(int *table, int *ready, int *out) {                     \
    if (blockIdx.x == 0) {                                                     \
      table[threadIdx.x] = threadIdx.x;                                        \
      FIRST;                                                                   \
      if (PUTS)                                                                \
        atomicExch(ready, 1);                                                  \
    } else {                                                                   \
      if (threadIdx.x == 0)                                                    \
        while (atomicAdd(ready, 0) == 0) {                                     \
        }                                                                      \
      SECOND;                                                                  \
      out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x ^ 1];     \
    }                                                                          \
  }
PREPARE(prepared, __threadfence(); __syncthreads(), threadIdx.x == 0, __syncthreads())
PREPARE(fencedByOne, __syncthreads(); __threadfence(), threadIdx.x == 0, __syncthreads())
PREPARE(notFenced, __syncthreads(), threadIdx.x == 0, __syncthreads()) // expected-remark {{undecided}}
PREPARE(putEarly, __threadfence(), threadIdx.x == 0, __syncthreads()) // expected-remark {{undecided}}
PREPARE(putByAll, __threadfence(), true, __syncthreads()) // expected-remark {{undecided}}
PREPARE(oneWaits, __threadfence(); __syncthreads(), threadIdx.x == 0, __threadfence()) // expected-remark {{undecided}}
#define READ out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x]
PREPARE(readsBefore, __threadfence(); __syncthreads(), threadIdx.x == 0, READ; __syncthreads()) // expected-remark {{undecided}}

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

// What follows the signal is not told by it.
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
