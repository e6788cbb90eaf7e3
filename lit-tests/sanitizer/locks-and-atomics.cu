// Locks, semaphores, and atomics of all widths.
// Each kernel is silent, and its broken twin races, in each of twenty schedules
// and on several workers.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -w -arch=sm_90 -std=c++17 %s -o %t
// RUN: env RACEMAP_OPTIONS=print_limit=0:exitcode=0 %t seeds | FileCheck %s
// RUN: env RACEMAP_OPTIONS=print_limit=0:exitcode=0 %t workers | FileCheck %s

#include "Inputs/Twins.h"
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda_fp16.h>

// A lock of block scope for one block, or for all.
template <bool Bad> __global__ void blockLock(A a) {
  int *lock = Bad ? &a.f[0] : &a.f[blockIdx.x];
  int *data = Bad ? &a.d[0] : &a.d[blockIdx.x];
  for (bool done = false; !done;)
    if (atomicCAS_block(lock, 0, 1) == 0) {
      __threadfence_block();
      *data += 1;
      __threadfence_block();
      atomicExch_block(lock, 0);
      done = true;
    }
}

// A maximum by compare-and-swap, read behind a barrier.
template <bool Bad> __global__ void casMax(A a) {
  __shared__ int m;
  if (threadIdx.x == 0)
    m = 0;
  __syncthreads();
  int v = threadIdx.x * 7 % 64, old = atomicAdd(&m, 0);
  while (old < v) {
    int seen = atomicCAS(&m, old, v);
    if (seen == old)
      break;
    old = seen;
  }
  if (!Bad)
    __syncthreads();
  a.d[blockIdx.x * 64 + threadIdx.x] = m;
}

// A semaphore of libcu++.
template <bool Bad> __global__ void semaphore(A a) {
  using S = cuda::binary_semaphore<cuda::thread_scope_block>;
  __shared__ alignas(16) char raw[sizeof(S)];
  S &s = *(S *)raw;
  __shared__ int n;
  if (threadIdx.x == 0) {
    new (&s) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    n = 0;
  }
  __syncthreads();
  if (!Bad)
    s.acquire();
  n += 1;
  if (!Bad)
    s.release();
  __syncthreads();
  a.d[blockIdx.x * 64 + threadIdx.x] = n;
}

// A latch of libcu++, counted down after the write, or before.
template <bool Bad> __global__ void latch(A a) {
  using L = cuda::latch<cuda::thread_scope_block>;
  __shared__ alignas(16) char raw[sizeof(L)];
  L &l = *(L *)raw;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    new (&l) cuda::latch<cuda::thread_scope_block>(32);
  __syncthreads();
  if (threadIdx.x < 32) {
    if (Bad)
      l.count_down();
    s[threadIdx.x] = 1;
    if (!Bad)
      l.count_down();
  } else {
    l.wait();
    a.d[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x - 32];
  }
}

// Atomics of neighbouring halves of a word, and a write of the word.
template <bool Bad> __global__ void halfNeighbours(A a) {
  unsigned short *h = (unsigned short *)a.d;
  int i = threadIdx.x + blockIdx.x * 64;
  unsigned short old = atomicCAS(&h[i], 0, 1);
  if (Bad)
    a.d[i / 2] = old;
}

// Atomics of pairs are those of their elements.
template <bool Bad> __global__ void half2s(A a) {
  __half2 *h = (__half2 *)a.d;
  __half *one = (__half *)a.d;
  atomicAdd(&h[threadIdx.x % 8], __floats2half2_rn(1, 1));
  if (threadIdx.x == 0) {
    if (Bad)
      one[3] = __float2half(2);
    else
      atomicAdd(&one[3], __float2half(2));
  }
}

// Places in an array, one draw for each group of lanes.
template <bool Bad> __global__ void aggregate(A a) {
  int key = threadIdx.x % 3;
  unsigned m = __match_any_sync(~0u, key);
  int leader = __ffs(m) - 1, lane = threadIdx.x % 32, base = 0;
  if (lane == leader)
    base = atomicAdd(&a.f[key], __popc(m));
  base = __shfl_sync(m, base, leader);
  int rank = Bad ? 0 : __popc(m & ((1u << lane) - 1));
  a.d[key * 1000 + base + rank] = threadIdx.x;
}

const Kernel kernels[] = {
    KERNEL(blockLock, 3, 40),
    KERNEL(casMax, 2, 64),
    KERNEL(semaphore, 2, 64),
    KERNEL(latch, 2, 64),
    KERNEL(halfNeighbours, 2, 64),
    KERNEL(half2s, 2, 64),
    KERNEL(aggregate, 2, 64)};

int main(int, char **argv) { return judgeTwins(kernels, argv[1]); }

// CHECK: blockLock: right
// CHECK: casMax: right
// CHECK: semaphore: right
// CHECK: latch: right
// CHECK: halfNeighbours: right
// CHECK: half2s: right
// CHECK: aggregate: right
// CHECK-NOT: {{failed|wrong}}
