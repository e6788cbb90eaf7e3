// A lock in shared memory that is set free before a barrier, locks that are
// polled before they are taken, and flags between threads of a block. Silent
// kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda/atomic>

#define FENCE __threadfence_block()
#define NONE

// All threads add to one sum.
#define LOCKS(NAME, SET, MEET, TAKE, ACQUIRE, RELEASE)                         \
  __global__ void NAME(int *out) {                                             \
    __shared__ int lock, sum;                                                  \
    if (threadIdx.x == 0) {                                                    \
      sum = 0;                                                                 \
      SET;                                                                     \
    }                                                                          \
    MEET;                                                                      \
    bool done = false;                                                         \
    while (!done) {                                                            \
      if (TAKE) {                                                              \
        ACQUIRE;                                                               \
        sum += threadIdx.x;                                                    \
        RELEASE;                                                               \
        atomicExch_block(&lock, 0);                                            \
        done = true;                                                           \
      }                                                                        \
    }                                                                          \
    __syncthreads();                                                           \
    if (threadIdx.x == 0)                                                      \
      out[blockIdx.x] = sum;                                                   \
  }
#define CAS atomicCAS_block(&lock, 0, 1) == 0
#define POLLED atomicAdd_block(&lock, 0) == 0 && atomicCAS_block(&lock, 0, 1) == 0
LOCKS(setFree, lock = 0, __syncthreads(), CAS, FENCE, FENCE)
LOCKS(setFreeByAtomic, atomicExch_block(&lock, 0), __syncthreads(), CAS, FENCE, FENCE)
LOCKS(polled, lock = 0, __syncthreads(), POLLED, FENCE, FENCE)
LOCKS(setTaken, lock = 1, __syncthreads(), CAS, FENCE, FENCE) // expected-remark {{undecided}}
LOCKS(setFreeUnseen, lock = 0, NONE, CAS, FENCE, FENCE) // expected-remark {{undecided}}
LOCKS(doesNotAcquire, lock = 0, __syncthreads(), CAS, NONE, FENCE) // expected-remark {{undecided}}
LOCKS(doesNotRelease, lock = 0, __syncthreads(), CAS, FENCE, NONE) // expected-remark {{undecided}}

// While others may have it already.
#define SET_FREE(NAME, MEET)                                                   \
  __global__ void NAME(int *sums) {                                            \
    __shared__ int lock;                                                       \
    if (threadIdx.x == 0)                                                      \
      atomicExch_block(&lock, 0);                                              \
    MEET;                                                                      \
    bool done = false;                                                         \
    while (!done) {                                                            \
      if (CAS) {                                                               \
        FENCE;                                                                 \
        sums[blockIdx.x] += threadIdx.x;                                       \
        FENCE;                                                                 \
        atomicExch_block(&lock, 0);                                            \
        done = true;                                                           \
      }                                                                        \
    }                                                                          \
  }
SET_FREE(setFreeInTime, __syncthreads())
SET_FREE(setFreeLate, NONE) // expected-remark {{undecided}}

// Everybody who takes it comes behind that barrier, or only some do.
#define TAKEN_TWICE(NAME, MEET)                                                \
  __global__ void NAME(int *sums, int n) {                                     \
    __shared__ int lock;                                                       \
    if (threadIdx.x == 0)                                                      \
      atomicExch_block(&lock, 0);                                              \
    for (int i = 0; i < 1; ++i)                                                \
      if (n > 5) {                                                             \
        __syncthreads();                                                       \
        ADD_UNDER_LOCK                                                         \
      }                                                                        \
    if (n <= 5) {                                                              \
      MEET;                                                                    \
      ADD_UNDER_LOCK                                                           \
    }                                                                          \
  }
#define ADD_UNDER_LOCK                                                         \
  for (bool done = false; !done;)                                              \
    if (CAS) {                                                                 \
      FENCE;                                                                   \
      sums[blockIdx.x] += threadIdx.x;                                         \
      FENCE;                                                                   \
      atomicExch_block(&lock, 0);                                              \
      done = true;                                                             \
    }
TAKEN_TWICE(bothBehindIt, __syncthreads())
TAKEN_TWICE(oneBehindIt, NONE) // expected-remark {{undecided}}

// In every round again: somebody may have it.
__global__ void setFreeAgain(int *out, int n) { // expected-remark {{undecided}}
  __shared__ int lock, sum;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      lock = 0;
    __syncthreads();
    bool done = false;
    while (!done) {
      if (CAS) {
        FENCE;
        sum += i;
        FENCE;
        atomicExch_block(&lock, 0);
        done = true;
      }
    }
  }
}

// Waits until the lock looks free, then tries.
__global__ void testAndTestAndSet(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    do {
      while (atomicAdd(lock, 0) != 0) {
      }
    } while (atomicExch(lock, 1) != 0);
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void testsOnly(int *lock, int *sum) { // expected-remark {{undecided}}
  if (threadIdx.x == 0) {
    while (atomicAdd(lock, 0) != 0) {
    }
    atomicExch(lock, 1);
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// One thread writes, another one of its block waits for its flag.
using Ref = cuda::atomic_ref<int, cuda::thread_scope_block>;
#define FLAGS(NAME, CLEAR, MEET, BEFORE, PUT, LOOK, BEHIND)                    \
  __global__ void NAME(int *out) {                                             \
    __shared__ int flag, data;                                                 \
    if (threadIdx.x == 0)                                                      \
      CLEAR;                                                                   \
    MEET;                                                                      \
    if (threadIdx.x == 0) {                                                    \
      data = 7;                                                                \
      BEFORE;                                                                  \
      PUT;                                                                     \
    } else if (threadIdx.x == 32) {                                            \
      while (LOOK == 0) {                                                      \
      }                                                                        \
      BEHIND;                                                                  \
      out[blockIdx.x] = data;                                                  \
    }                                                                          \
  }
#define EXCHANGE atomicExch_block(&flag, 1)
#define STORE(ORDER) Ref(flag).store(1, cuda::memory_order_##ORDER)
#define ADD_0 atomicAdd_block(&flag, 0)
#define LOAD(ORDER) Ref(flag).load(cuda::memory_order_##ORDER)
FLAGS(fenced, flag = 0, __syncthreads(), FENCE, EXCHANGE, ADD_0, FENCE)
FLAGS(ordered, flag = 0, __syncthreads(), NONE, STORE(release), LOAD(acquire), NONE)
FLAGS(putsRelaxed, flag = 0, __syncthreads(), NONE, STORE(relaxed), LOAD(acquire), NONE) // expected-remark {{undecided}}
FLAGS(looksRelaxed, flag = 0, __syncthreads(), NONE, STORE(release), LOAD(relaxed), NONE) // expected-remark {{undecided}}
FLAGS(putsUnfenced, flag = 0, __syncthreads(), NONE, EXCHANGE, ADD_0, FENCE) // expected-remark {{undecided}}
FLAGS(looksUnfenced, flag = 0, __syncthreads(), FENCE, EXCHANGE, ADD_0, NONE) // expected-remark {{undecided}}
FLAGS(isSetBefore, flag = 1, __syncthreads(), FENCE, EXCHANGE, ADD_0, FENCE) // expected-remark {{undecided}}
FLAGS(clearsNothing, data = 0, __syncthreads(), FENCE, EXCHANGE, ADD_0, FENCE) // expected-remark {{undecided}}
FLAGS(clearsUnseen, flag = 0, NONE, FENCE, EXCHANGE, ADD_0, FENCE) // expected-remark {{undecided}}

// Each pair of threads has its flag: only the first one is cleared.
__global__ void oneIsCleared(int *out) { // expected-remark {{undecided}}
  __shared__ int flags[2], data[2];
  if (threadIdx.x == 0)
    flags[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data[0] = 7;
    FENCE;
    atomicExch_block(&flags[1], 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd_block(&flags[1], 0) == 0) {
    }
    FENCE;
    out[blockIdx.x] = data[0];
  }
}

// Whoever has returned puts nothing.
__global__ void behindAReturn(int *table, int *ready, int *out) {
  if (blockIdx.x != 0) {
    if (threadIdx.x == 0) {
      while (atomicAdd(ready, 0) == 0) {
      }
      __threadfence();
      out[blockIdx.x] = table[0] + table[1];
    }
    return;
  }
  table[threadIdx.x] = 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(ready, 1);
}
