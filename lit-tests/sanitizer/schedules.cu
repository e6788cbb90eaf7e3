// Twenty schedules of each kernel, at least ten of them different, race on the
// same words: what a run finds does not depend on its schedule. And a full record
// of each run agrees. (What spins for a lock or a flag is exempt, for there the
// schedule decides who is ordered: spin-lock.cu, flag-of-atomic-ref.cu.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1 2 3 4 5 6 7 8; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include "Inputs/Schedules.h"
#include <cooperative_groups.h>
#include <cstdlib>

namespace cg = cooperative_groups;

__device__ unsigned tickets;

// All read, then all write.
__global__ void allWrite(int *data) { data[0] = data[0] + threadIdx.x; }

// The barrier is of each block.
__global__ void shift(int *data) {
  int val = data[0];
  __syncthreads();
  if (threadIdx.x > 0)
    data[threadIdx.x - 1] = threadIdx.x + val;
}

// The partial sums lack a barrier.
template <bool Good> __global__ void reduce(int *data) {
  __shared__ int carry[64];
  int tid = threadIdx.x;
  carry[tid] = data[tid];
  if (Good)
    __syncthreads();
  for (int s = 32; s > 0; s >>= 1) {
    if (tid < s)
      carry[tid] += carry[tid + s];
    __syncthreads();
  }
  if (tid == 0)
    data[64 + blockIdx.x] = carry[0];
}

// T1 reads, T0 reads, T0 writes.
__global__ void readTwice(int *data) {
  int tid = threadIdx.x;
  int local = data[tid] + data[tid + 1];
  data[tid + 1] = local;
}

// The last block reads what the others have written. (Without its fence it
// races with them, and which block is last is the schedule's: last-block.cu.)
__global__ void lastBlock(int *data) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    isLast = atomicInc(&tickets, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x < gridDim.x)
    data[64 + threadIdx.x] = data[threadIdx.x];
}

// Lanes of one half of a warp.
__global__ void halves(int *data) {
  __shared__ int tile[64];
  int tid = threadIdx.x;
  tile[tid] = tid;
  __syncwarp(tid % 32 < 16 ? 0x0000ffffu : 0xffff0000u);
  data[tid + blockIdx.x * 64] = tile[tid ^ 15] + tile[tid ^ 1];
}

// Bytes of a word are apart, but not from the word.
__global__ void bytes(int *data) {
  char *c = (char *)data;
  c[threadIdx.x + blockIdx.x * 64] = 1;
  __syncthreads();
  if (threadIdx.x < 4)
    data[threadIdx.x * 8] = 2;
}

__global__ void gridSync(int *data) {
  auto grid = cg::this_grid();
  for (int round = 0; round < 3; ++round) {
    data[(grid.thread_rank() + round * 32) % 128] += round;
    grid.sync();
  }
}

int main(int, char **argv) {
  void *kernels[] = {(void *)allWrite,         (void *)shift,
                     (void *)reduce<false>,    (void *)reduce<true>,
                     (void *)readTwice,        (void *)lastBlock,
                     (void *)halves,           (void *)bytes,
                     (void *)gridSync};
  return inTwentySchedules(kernels[std::atoi(argv[1])]);
}

// CHECK: 20 launches in {{1[0-9]|20}} orders, 20 racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 0 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 1 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 2 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 3 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 4 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 5 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 6 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 7 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 8 status 0
