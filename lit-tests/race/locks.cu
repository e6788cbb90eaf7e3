// Locks of compare-and-swap or exchange, taken and given back with fences: what
// is done under one lock is ordered. Silent kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda/atomic>

#define FENCE __threadfence()
#define BLOCK_FENCE __threadfence_block()
#define NONE
#define CAS(PLACE) atomicCAS(PLACE, 0, 1) == 0
#define EXCHANGE(PLACE) atomicExch(PLACE, 1) == 0
#define PUT(PLACE) atomicExch(PLACE, 0)

// Tries until it has the lock of its key.
#define TRIES(NAME, TAKE, ACQUIRE, RELEASE, GIVE, TAKEN, GIVEN, USED)          \
  __global__ void NAME(int *lock, int *sums, const int *key) {                 \
    int k = key[blockIdx.x * blockDim.x + threadIdx.x];                        \
    bool done = false;                                                         \
    while (!done) {                                                            \
      if (TAKE(lock + TAKEN)) {                                                \
        ACQUIRE;                                                               \
        sums[USED] += 1;                                                       \
        RELEASE;                                                               \
        GIVE(lock + GIVEN);                                                    \
        done = true;                                                           \
      }                                                                        \
    }                                                                          \
  }

TRIES(one, CAS, FENCE, FENCE, PUT, 0, 0, 0)
TRIES(many, CAS, FENCE, FENCE, PUT, k, k, k)
TRIES(manyGuardOne, CAS, FENCE, FENCE, PUT, k, k, 0) // expected-remark {{undecided}}
TRIES(oneGuardsMany, CAS, FENCE, FENCE, PUT, 0, 0, k)
TRIES(neighbour, CAS, FENCE, FENCE, PUT, k, k, k / 2) // expected-remark {{undecided}}
TRIES(exchanged, EXCHANGE, FENCE, FENCE, PUT, k, k, k)
TRIES(noAcquire, CAS, NONE, FENCE, PUT, k, k, k) // expected-remark {{undecided}}
TRIES(noRelease, CAS, FENCE, NONE, PUT, k, k, k) // expected-remark {{undecided}}
TRIES(acquiresForBlock, CAS, BLOCK_FENCE, FENCE, PUT, k, k, k) // expected-remark {{undecided}}
TRIES(releasesForBlock, CAS, FENCE, BLOCK_FENCE, PUT, k, k, k) // expected-remark {{undecided}}
TRIES(givesAnother, CAS, FENCE, FENCE, PUT, k, k + 1, k) // expected-remark {{undecided}}

#define CAS_OF_BLOCK(PLACE) atomicCAS_block(PLACE, 0, 1) == 0
TRIES(takesForBlock, CAS_OF_BLOCK, FENCE, FENCE, PUT, k, k, k) // expected-remark {{undecided}} expected-warning 0+{{data race on 'lock'}} expected-note 0+{{}}
#define SWAP_BACK(PLACE) atomicCAS(PLACE, 1, 0)
TRIES(swappedBack, CAS, FENCE, FENCE, SWAP_BACK, k, k, k)
#define TAKES_NOTHING(PLACE) atomicCAS(PLACE, 0, 0) == 0
TRIES(takesNothing, TAKES_NOTHING, FENCE, FENCE, PUT, k, k, k) // expected-remark {{undecided}}
#define FINDS_OTHERS(PLACE) atomicCAS(PLACE, 0, 1) != 0
TRIES(entersWithout, FINDS_OTHERS, FENCE, FENCE, PUT, k, k, k) // expected-remark {{undecided}}
#define ADD(PLACE) atomicAdd(PLACE, -1)
TRIES(subtracted, CAS, FENCE, FENCE, ADD, k, k, k) // expected-remark {{undecided}}

// Half of another lock.
__global__ void twoSizes(int *lock, int *sums, const int *key) { // expected-remark {{undecided}}
  int k = key[threadIdx.x];
  bool done = false;
  while (!done) {
    if (atomicCAS(lock + k, 0, 1) == 0) {
      __threadfence();
      sums[k] += 1;
      __threadfence();
      atomicExch(lock + k, 0);
      done = true;
    }
  }
  auto *wide = (unsigned long long *)lock;
  if (atomicCAS(wide + k, 0ull, 1ull) == 0) {
    __threadfence();
    atomicExch(wide + k, 0ull);
  }
}

// Waits for the lock before it goes on.
#define WAITS(NAME, BEFORE, INSIDE, GIVE)                                      \
  __global__ void NAME(int *lock, int *sum, const int *in) {                   \
    if (threadIdx.x == 0) {                                                    \
      BEFORE;                                                                  \
      while (atomicCAS(lock, 0, 1) != 0) {                                     \
      }                                                                        \
      __threadfence();                                                         \
      INSIDE;                                                                  \
      __threadfence();                                                         \
      GIVE;                                                                    \
    }                                                                          \
  }

WAITS(waits, , *sum += in[blockIdx.x], atomicExch(lock, 0))
WAITS(usesBefore, *sum += 1, *sum += in[blockIdx.x], atomicExch(lock, 0)) // expected-warning {{data race on 'sum'}} expected-note 1+{{}}
WAITS(usesBehind, , *sum += in[blockIdx.x], atomicExch(lock, 0); *sum += 1) // expected-remark {{undecided}}
WAITS(givesEarly, , atomicExch(lock, 0); *sum += 1, atomicExch(lock, 0)) // expected-remark {{undecided}}
WAITS(loopInside, , for (int i = 0; i < 8; ++i) sum[i] += in[i], atomicExch(lock, 0))
WAITS(givesInLoop, , for (int i = 0; i < 8; ++i) { sum[i] += in[i]; __threadfence(); atomicExch(lock, 0); }, ) // expected-remark {{undecided}}
WAITS(someKeep, , *sum += in[blockIdx.x], if (in[1]) atomicExch(lock, 0))
WAITS(resetByOthers, if (in[2]) atomicExch(lock, 0), *sum += 1, atomicExch(lock, 0)) // expected-remark {{undecided}}
WAITS(barredInside, , __syncthreads(); *sum += 1, atomicExch(lock, 0)) // expected-remark {{undecided}}

// Who has not got the lock gives it back, too.
__global__ void givesAnyway(int *lock, int *sum) { // expected-remark {{undecided}}
  bool mine = atomicCAS(lock, 0, 1) == 0;
  __threadfence();
  if (mine)
    *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void onlyIfMine(int *lock, int *sum) {
  bool mine = atomicCAS(lock, 0, 1) == 0;
  __threadfence();
  if (mine)
    *sum += 1;
  __threadfence();
  if (mine)
    atomicExch(lock, 0);
}

// A lock of each block does not keep other blocks away.
template <bool Clears> __device__ void underLockOfBlock(int *sum) {
  __shared__ int lock;
  if (Clears) {
    if (threadIdx.x == 0)
      lock = 0;
    __syncthreads();
  }
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      *sum += 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

__global__ void ofTheBlock(int *sum) { // expected-remark {{undecided}}
  underLockOfBlock<true>(sum);
}
__global__ void ofTheBlockFoundFree(int *sum) { // expected-remark {{undecided}}
  underLockOfBlock<false>(sum);
}

// By their orders, without fences.
template <cuda::memory_order Take, cuda::memory_order Give>
__device__ void count(int *lock, int *sum) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(*lock);
  while (ref.exchange(1, Take) != 0) {
  }
  *sum += 1;
  ref.store(0, Give);
}
__global__ void inOrder(int *lock, int *sum) {
  count<cuda::memory_order_acquire, cuda::memory_order_release>(lock, sum);
}
// Behind the lock it is not under it.
__global__ void readBehind(int *lock, int *sum, int *out) { // expected-remark {{undecided}}
  count<cuda::memory_order_acquire, cuda::memory_order_release>(lock, sum);
  out[blockIdx.x * blockDim.x + threadIdx.x] = *sum;
}

// Some leave the loop without it.
__global__ void givesUp(int *lock, int *sum, const int *in) { // expected-remark {{undecided}}
  for (int i = 0;; ++i) {
    if (in[i] > 3)
      break;
    if (atomicCAS(lock, 0, 1) == 0)
      break;
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void takesRelaxed(int *lock, int *sum) { // expected-remark {{undecided}}
  count<cuda::memory_order_relaxed, cuda::memory_order_release>(lock, sum);
}
__global__ void givesRelaxed(int *lock, int *sum) { // expected-remark {{undecided}}
  count<cuda::memory_order_acquire, cuda::memory_order_relaxed>(lock, sum);
}
