// The last block adds up what the others have left: blocks take numbers from a
// counter, behind a fence, and the one with the largest comes after all others.
// Silent kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0 \
// RUN:   -fplugin-arg-racemap-json=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: "name": "counted
// CHECK-NOT: "name":
// CHECK: 'ticket' is 0 when the kernel begins

__device__ unsigned ticket;

__device__ void addUp(const float *partial, float *out, unsigned size) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < size; i += blockDim.x)
    sum += partial[i];
  out[threadIdx.x] = sum;
  if (threadIdx.x == 0)
    ticket = 0;
}

// One thread writes for its block.
#define LAST(NAME, FENCE, TAKE, SYNC, WHICH)                                   \
  __global__ void NAME(const float *in, float *partial, float *out) {          \
    __shared__ bool last;                                                      \
    if (threadIdx.x == 0) {                                                    \
      partial[blockIdx.x] = in[blockIdx.x];                                    \
      FENCE;                                                                   \
      last = TAKE == WHICH;                                                    \
    }                                                                          \
    SYNC;                                                                      \
    if (last)                                                                  \
      addUp(partial, out, gridDim.x);                                          \
  }
#define UP_TO(N) atomicInc(&ticket, N)
#define SYNC __syncthreads()
#define FENCE __threadfence()

LAST(counted, FENCE, UP_TO(gridDim.x), SYNC, gridDim.x - 1)
LAST(systemFence, __threadfence_system(), UP_TO(gridDim.x), SYNC, gridDim.x - 1)
LAST(added, FENCE, atomicAdd(&ticket, 1), SYNC, gridDim.x - 1)
LAST(exactly, FENCE, UP_TO(gridDim.x - 1), SYNC, gridDim.x - 1)
LAST(noFence, , UP_TO(gridDim.x), SYNC, gridDim.x - 1) // expected-remark {{undecided}}
LAST(fenceOfTheBlock, __threadfence_block(), UP_TO(gridDim.x), SYNC, gridDim.x - 1) // expected-remark {{undecided}}
LAST(notTheLast, FENCE, UP_TO(gridDim.x), SYNC, 1) // expected-remark {{undecided}}
LAST(startsAgain, FENCE, UP_TO(2), SYNC, gridDim.x - 1) // expected-remark {{undecided}}
LAST(byTwo, FENCE, atomicAdd(&ticket, 2), SYNC, gridDim.x - 1) // expected-remark {{undecided}}
LAST(noBarrier, FENCE, UP_TO(gridDim.x), , gridDim.x - 1) // expected-warning 1+{{data race on 'last'}} expected-note 1+{{}}

// All threads write, and one takes the number.
#define ALL(NAME, FENCE, SYNC, WHO)                                            \
  __global__ void NAME(const float *in, float *partial, float *out) {          \
    __shared__ bool last;                                                      \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    partial[i] = in[i];                                                        \
    FENCE;                                                                     \
    SYNC;                                                                      \
    if (WHO)                                                                   \
      last = atomicAdd(&ticket, 1) == gridDim.x - 1;                           \
    __syncthreads();                                                           \
    if (!last)                                                                 \
      return;                                                                  \
    addUp(partial, out, gridDim.x * blockDim.x);                               \
  }
ALL(all, FENCE, SYNC, threadIdx.x == 0)
ALL(fenceBehind, SYNC, FENCE, threadIdx.x == 0)
ALL(allWithoutBarrier, FENCE, , threadIdx.x == 0) // expected-remark {{undecided}}
ALL(allWithoutFence, , SYNC, threadIdx.x == 0) // expected-remark {{undecided}}

// The fence is another thread's.
ALL(fenceElsewhere, if (threadIdx.x == 1) FENCE, SYNC, threadIdx.x == 0) // expected-remark {{undecided}}

// Some blocks leave before: nobody is the last of all, which is no race.
__global__ void someLeave(const float *in, float *partial, float *out, int n) {
  __shared__ bool last;
  if (blockIdx.x > n)
    return;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = UP_TO(gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    addUp(partial, out, gridDim.x);
}

// Thread 0 may have returned: last is then what was in memory.
__global__ void leaderLeaves(const float *in, float *partial, float *out) { // expected-remark {{undecided}}
  __shared__ bool last;
  if (in[threadIdx.x] > 0)
    return;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = UP_TO(gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    addUp(partial, out, gridDim.x);
}

// Two numbers for a block.
__global__ void twice(const float *in, float *partial, float *out) { // expected-remark {{undecided}}
  __shared__ bool last;
  if (threadIdx.x < 2) {
    partial[blockIdx.x * 2 + threadIdx.x] = in[blockIdx.x];
    __threadfence();
    unsigned t = atomicAdd(&ticket, 1);
    if (threadIdx.x == 0)
      last = t == gridDim.x - 1;
  }
  __syncthreads();
  if (last)
    addUp(partial, out, gridDim.x * 2);
}

// Written behind the number, too late for the last one.
__global__ void writtenLate(const float *in, float *partial, float *out) { // expected-remark {{undecided}}
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();
    last = UP_TO(gridDim.x) == gridDim.x - 1;
    partial[blockIdx.x] = in[blockIdx.x];
  }
  __syncthreads();
  if (last)
    addUp(partial, out, gridDim.x);
}
