// Twenty schedules, as in schedules.cu, of what orders threads by its scope: each
// good kernel is silent in all of them, and its broken twin races on the same
// words in all of them.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --elide=off --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1 2 3 4 5 6 7 8 9; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include "Inputs/Schedules.h"
#include <cooperative_groups.h>
#include <cstdlib>

namespace cg = cooperative_groups;

// A minimum is pushed to a neighbour that others have, too (Listing 1 of HiRace).
template <bool Good> __global__ void push(int *data) {
  int *to = &data[(threadIdx.x + blockIdx.x * blockDim.x) / 2];
  if (Good)
    atomicMin(to, int(threadIdx.x));
  else
    *to = min(*to, int(threadIdx.x));
}

// All blocks count in one place.
template <bool Good> __global__ void count(int *data) {
  if (Good)
    atomicAdd(data, 1);
  else
    atomicAdd_block(data, 1);
}

// A place of each block: its own scope is enough. (Else all use the first.)
template <bool Good> __global__ void countInBlock(int *data) {
  atomicAdd_block(&data[Good ? blockIdx.x : 0], 1);
}

// Lanes exchange with those that their mask names.
template <bool Good> __global__ void exchange(int *data) {
  __shared__ int tile[64];
  int tid = threadIdx.x;
  tile[tid] = tid;
  unsigned half = tid % 32 < 16 ? 0x0000ffffu : 0xffff0000u;
  __syncwarp(Good ? ~0u : half);
  data[tid + blockIdx.x * 64] = tile[tid ^ 31];
}

// Who passes the grid's barrier reads what the other block wrote.
template <bool Good> __global__ void across(int *data) {
  auto grid = cg::this_grid();
  data[grid.thread_rank()] = threadIdx.x;
  if (Good)
    grid.sync();
  else
    __syncthreads();
  data[128 + grid.thread_rank()] = data[127 - grid.thread_rank()];
}

int main(int, char **argv) {
  void *kernels[] = {
      (void *)push<true>,         (void *)push<false>,
      (void *)count<true>,        (void *)count<false>,
      (void *)countInBlock<true>, (void *)countInBlock<false>,
      (void *)exchange<true>,     (void *)exchange<false>,
      (void *)across<true>,       (void *)across<false>};
  return inTwentySchedules(kernels[std::atoi(argv[1])]);
}

// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 0 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 1 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 2 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 3 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 4 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 5 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 6 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 7 status 66
// CHECK: 20 launches in {{1[0-9]|20}} orders, 0 racy words in 0 launches, 0 differences, 1 set of racy words
// CHECK: kernel 8 status 0
// CHECK: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: kernel 9 status 66
