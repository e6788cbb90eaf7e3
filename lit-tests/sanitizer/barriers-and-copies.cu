// Barriers of all kinds and asynchronous copies. Each kernel is silent, and its
// broken twin races, in each of twenty schedules and on several workers.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -w -arch=sm_90 -std=c++17 %s -o %t
// RUN: env RACEMAP_OPTIONS=print_limit=0:exitcode=0 %t seeds | FileCheck %s
// RUN: env RACEMAP_OPTIONS=print_limit=0:exitcode=0 %t workers | FileCheck %s

#include "Inputs/Twins.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

// Barriers of lanes that overlap; or there is a gap.
template <bool Bad> __global__ void maskChain(A a) {
  __shared__ int s;
  int l = threadIdx.x;
  if (l == 0)
    s = 1;
  if (l < 16)
    __syncwarp(0x0000ffffu);
  if (!Bad && l >= 8 && l < 24)
    __syncwarp(0x00ffff00u);
  if (l >= 16)
    __syncwarp(0xffff0000u);
  if (l == 31)
    s = 2;
}

// A barrier of libcu++, waited for or not.
template <bool Bad> __global__ void cudaBarrier(A a) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 3; ++i) {
    s[threadIdx.x] = i;
    auto t = bar.arrive();
    if (!Bad)
      bar.wait(std::move(t));
    else
      (void)t;
    a.d[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 33];
    if (Bad)
      break;
    bar.arrive_and_wait();
  }
}

// Copies in two stages; one group too many is left pending.
template <bool Bad> __global__ void pipeline2(A a) {
  __shared__ int s[2][64];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    unsigned to = __cvta_generic_to_shared(&s[i & 1][t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to),
                 "l"(a.d + 2048 + i * 64 + t)
                 : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    if (i) {
      if (Bad)
        asm volatile("cp.async.wait_group 2;" ::: "memory");
      else
        asm volatile("cp.async.wait_group 1;" ::: "memory");
      __syncthreads();
      a.d[blockIdx.x * 64 + t] = s[(i - 1) & 1][t ^ 33];
      __syncthreads();
    }
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
}

// Two buffers and a barrier of the grid; or one buffer.
template <bool Bad> __global__ void pingPong(A a) {
  auto g = cg::this_grid();
  int n = g.size(), i = g.thread_rank();
  for (int r = 0; r < 4; ++r) {
    int *in = a.d + (r & 1) * 1024,
        *out = Bad ? in : a.d + (1 - (r & 1)) * 1024;
    out[i] = in[(i + 1) % n] + 1;
    g.sync();
  }
}

// A vote of the block is a barrier, one of a warp is none.
template <bool Bad> __global__ void syncOr(A a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  bool any = Bad ? __any_sync(~0u, 1) : __syncthreads_or(threadIdx.x == 3);
  if (any)
    a.d[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 32];
}

// Threads that have exited have come to the barrier of the block; those of the
// other warp are not in that of a warp.
template <bool Bad> __global__ void exitEarly(A a) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  if (threadIdx.x >= 48)
    return;
  if (!Bad)
    __syncthreads();
  else
    __syncwarp();
  a.d[blockIdx.x * 64 + threadIdx.x] =
      s[threadIdx.x < 16 ? threadIdx.x + 48 : threadIdx.x];
}

// Neighbours in a tile of 16, or behind the end of one of 8.
template <bool Bad> __global__ void tiles(A a) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<Bad ? 8 : 16>(cg::this_thread_block());
  s[threadIdx.x] = 1;
  tile.sync();
  a.d[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 8];
}

// Lanes of a branch meet, or not.
template <bool Bad> __global__ void coalesced(A a) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x % 3 == 0) {
    auto g = cg::coalesced_threads();
    s[threadIdx.x] = 1;
    if (!Bad)
      g.sync();
    int w = threadIdx.x / 32;
    int next = threadIdx.x + 3 < (w + 1) * 32 ? threadIdx.x + 3 : threadIdx.x;
    a.d[blockIdx.x * 64 + threadIdx.x] = s[next];
  }
}

// A copy of a group is waited for before it is read, or after.
template <bool Bad> __global__ void memcpyAsync(A a) {
  __shared__ alignas(16) int s[64];
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, s, a.d + 2048, sizeof s);
  if (!Bad)
    cg::wait(b);
  a.d[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 17];
  if (Bad)
    cg::wait(b);
}

// What the other lanes have written, read as a vector.
template <bool Bad> __global__ void vectors(A a) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = 1;
  if (!Bad)
    __syncwarp();
  int4 v = *(int4 *)&s[threadIdx.x & ~3];
  a.d[blockIdx.x * 64 + threadIdx.x] = v.x + v.w;
}

// A block reads its own counter behind its barrier, or that of all.
template <bool Bad> __global__ void atomicThenRead(A a) {
  int *p = Bad ? &a.d[0] : &a.d[blockIdx.x];
  atomicAdd(p, 1);
  __syncthreads();
  a.d[1024 + blockIdx.x * 64 + threadIdx.x] = *p;
}

// Steps across warps need the barrier of the block.
template <bool Bad> __global__ void blockToWarp(A a) {
  __shared__ int s[64];
  for (int st = 32; st; st >>= 1) {
    s[threadIdx.x] = st;
    if (st == 32 || Bad)
      __syncwarp();
    if (!Bad)
      __syncthreads();
    a.d[blockIdx.x * 64 + threadIdx.x] += s[threadIdx.x ^ st];
    if (!Bad)
      __syncthreads();
  }
}

// Results of warps are put together behind a barrier of the block.
template <bool Bad> __global__ void redux(A a) {
  __shared__ int s[2];
  int v = __reduce_add_sync(~0u, 1);
  if (threadIdx.x % 32 == 0)
    s[threadIdx.x / 32] = v;
  if (!Bad)
    __syncthreads();
  a.d[blockIdx.x * 64 + threadIdx.x] = s[0] + s[1];
}

const Kernel kernels[] = {
    KERNEL(maskChain, 1, 32),      KERNEL(cudaBarrier, 2, 64),
    KERNEL(pipeline2, 2, 64),      KERNEL(pingPong, 4, 64),
    KERNEL(syncOr, 2, 64),         KERNEL(exitEarly, 2, 64),
    KERNEL(tiles, 2, 64),          KERNEL(coalesced, 2, 64),
    KERNEL(memcpyAsync, 2, 64),    KERNEL(vectors, 2, 64),
    KERNEL(atomicThenRead, 3, 64), KERNEL(blockToWarp, 2, 64),
    KERNEL(redux, 2, 64)};

int main(int, char **argv) { return judgeTwins(kernels, argv[1]); }

// CHECK: maskChain: right
// CHECK: cudaBarrier: right
// CHECK: pipeline2: right
// CHECK: pingPong: right
// CHECK: syncOr: right
// CHECK: exitEarly: right
// CHECK: tiles: right
// CHECK: coalesced: right
// CHECK: memcpyAsync: right
// CHECK: vectors: right
// CHECK: atomicThenRead: right
// CHECK: blockToWarp: right
// CHECK: redux: right
// CHECK-NOT: {{failed|wrong}}
