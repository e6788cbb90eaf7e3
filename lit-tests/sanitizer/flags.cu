// Flags and tickets, and chains of those.
// Each kernel is silent, and its broken twin races, in each of twenty schedules
// and on several workers.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -w -arch=sm_90 -std=c++17 %s -o %t
// RUN: env RACEMAP_OPTIONS=print_limit=0:exitcode=0 %t seeds | FileCheck %s
// RUN: env RACEMAP_OPTIONS=print_limit=0:exitcode=0 %t workers | FileCheck %s

#include "Inputs/Twins.h"
#include <cuda/atomic>

using DevRef = cuda::atomic_ref<int, cuda::thread_scope_device>;
using BlkRef = cuda::atomic_ref<int, cuda::thread_scope_block>;

// Who sets its flag and then finds the other one not set is alone.
template <bool Bad> __global__ void dekker(A a) {
  if (threadIdx.x)
    return;
  int me = blockIdx.x & 1;
  if (blockIdx.x > 1)
    return;
  atomicExch(&a.f[me], 1);
  __threadfence();
  if (Bad || atomicAdd(&a.f[1 - me], 0) == 0)
    a.d[0] += 1;
}

// Told within a block, then to another one; the first step needs its scope.
template <bool Bad> __global__ void chain(A a) {
  int b = blockIdx.x, t = threadIdx.x;
  DevRef f1(a.f[1]);
  BlkRef b0(a.f[0]);
  DevRef d0(a.f[0]);
  if (b == 0 && t == 0) {
    a.d[0] = 1;
    b0.store(1, cuda::memory_order_release);
  }
  if (b == (Bad ? 1 : 0) && t == 33) {
    while (d0.load(cuda::memory_order_acquire) == 0)
      ;
    f1.store(1, cuda::memory_order_release);
  }
  if (b == 2 && t == 5) {
    while (f1.load(cuda::memory_order_acquire) == 0)
      ;
    a.d[0] += 1;
  }
}

// An update passes on what a release before it has told; a store does not.
// (Who waits does not acquire, or it would be told while the flag is 1.)
template <bool Bad> __global__ void sequence(A a) {
  DevRef f(a.f[0]);
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    a.d[0] = 1;
    f.store(1, cuda::memory_order_release);
  }
  if (blockIdx.x == 1) {
    while (f.load(cuda::memory_order_relaxed) != 1)
      ;
    if (Bad)
      f.store(2, cuda::memory_order_relaxed);
    else
      f.fetch_add(1, cuda::memory_order_relaxed);
  }
  if (blockIdx.x == 2) {
    while (f.load(cuda::memory_order_relaxed) != 2)
      ;
    f.load(cuda::memory_order_acquire);
    a.d[0] += 1;
  }
}

// A fence makes a relaxed read an acquiring one.
template <bool Bad> __global__ void acquireFence(A a) {
  DevRef f(a.f[0]);
  if (threadIdx.x)
    return;
  if (blockIdx.x == 0) {
    a.d[0] = 1;
    __threadfence();
    f.store(1, cuda::memory_order_relaxed);
  }
  if (blockIdx.x == 1) {
    while (f.load(cuda::memory_order_relaxed) != 1)
      ;
    if (!Bad)
      __threadfence();
    a.d[0] += 1;
  }
}

// All write and fence, one of each block takes a ticket.
template <bool Bad> __global__ void lastBlockVolatile(A a) {
  __shared__ bool last;
  a.d[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  if (!Bad)
    __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicInc((unsigned *)&a.f[0], gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int s = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
      s += a.d[i];
    a.d[2048 + threadIdx.x] = s;
  }
}

// Slots that are filled before their flags say so.
template <bool Bad> __global__ void queue(A a) {
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    int i = atomicAdd(&a.f[0], 1);
    if (i < 60) {
      a.d[i] = t;
      if (!Bad)
        __threadfence();
      atomicExch(&a.d[1024 + i], 1);
    }
  } else if (t == 0 && blockIdx.x == 1) {
    for (int i = 0; i < 8; ++i) {
      while (atomicAdd(&a.d[1024 + i], 0) == 0)
        ;
      __threadfence();
      a.d[3000 + i] = a.d[i];
    }
  }
}

// Sums handed on in one word with their state, or beside it without a fence.
template <bool Bad> __global__ void lookBack(A a) {
  // value and state in one word; or in two without a fence
  if (threadIdx.x)
    return;
  int b = blockIdx.x;
  unsigned long long *w = (unsigned long long *)(a.d + 1024);
  if (!Bad) {
    unsigned long long before = 0;
    if (b) {
      do
        before = atomicAdd(&w[b - 1], 0ull);
      while (!(before >> 32));
    }
    atomicExch(&w[b], (1ull << 32) | (unsigned(before) + b));
  } else {
    int before = 0;
    if (b) {
      while (atomicAdd(&a.f[b - 1], 0) == 0)
        ;
      __threadfence();
      before = a.d[b - 1];
    }
    a.d[b] = before + b;
    atomicExch(&a.f[b], 1);
  }
}

// The flag is set back by one who has waited for its reader, or has not.
template <bool Bad> __global__ void flagReset(A a) {
  // flag reused by plain write of the consumer after a barrier
  __shared__ int s;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    a.d[0] = 1;
    __threadfence();
    atomicExch(&a.f[0], 1);
  }
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (atomicAdd(&a.f[0], 0) == 0)
        ;
      s = 1;
      __threadfence();
    }
    if (!Bad)
      __syncthreads();
    if (threadIdx.x == 40) {
      a.f[0] = Bad ? 2 : 0; // 0 could be what the others wait for to change
      a.d[0] = 2;
    }
  }
}

const Kernel kernels[] = {
    KERNEL(dekker, 2, 32),
    KERNEL(chain, 3, 64),
    KERNEL(sequence, 3, 32),
    KERNEL(acquireFence, 2, 32),
    KERNEL(lastBlockVolatile, 4, 64),
    KERNEL(queue, 2, 32),
    KERNEL(lookBack, 6, 32),
    KERNEL(flagReset, 2, 64)};

int main(int, char **argv) { return judgeTwins(kernels, argv[1]); }

// CHECK: dekker: right
// CHECK: chain: right
// CHECK: sequence: right
// CHECK: acquireFence: right
// CHECK: lastBlockVolatile: right
// CHECK: queue: right
// CHECK: lookBack: right
// CHECK: flagReset: right
// CHECK-NOT: {{failed|wrong}}
