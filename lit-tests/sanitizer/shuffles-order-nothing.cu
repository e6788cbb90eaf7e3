// Shuffles, votes and their like bring the lanes together, and order no memory:
// only __syncwarp does.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1 2 3; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include "Inputs/Schedules.h"
#include <cstdlib>

enum Kind { Shuffle, Vote, Match, Barrier };

template <Kind K> __global__ void neighbours(int *data) {
  __shared__ int tile[32];
  int lane = threadIdx.x, extra = 0;
  tile[lane] = lane;
  if (K == Shuffle)
    extra = __shfl_xor_sync(~0u, lane, 1);
  else if (K == Vote)
    extra = __any_sync(~0u, lane == 3);
  else if (K == Match)
    extra = __match_any_sync(~0u, lane / 2);
  else
    __syncwarp();
  data[lane] = tile[lane ^ 1] + extra;
}

int main(int, char **argv) {
  void *kernels[] = {(void *)neighbours<Shuffle>, (void *)neighbours<Vote>,
                     (void *)neighbours<Match>, (void *)neighbours<Barrier>};
  return inTwentySchedules(kernels[std::atoi(argv[1])], 1, 32);
}

// CHECK: 640 racy words in 20 launches, 0 differences, 1 set
// CHECK: kernel 0 status 66
// CHECK: 640 racy words in 20 launches, 0 differences, 1 set
// CHECK: kernel 1 status 66
// CHECK: 640 racy words in 20 launches, 0 differences, 1 set
// CHECK: kernel 2 status 66
// CHECK: 0 racy words in 0 launches, 0 differences, 1 set
// CHECK: kernel 3 status 0
