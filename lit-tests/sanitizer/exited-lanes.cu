// A lane that has exited has come to the barriers of its warp whose masks name
// it, in kernels with fences as in those without. One that no mask names has not.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1 2; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include "Inputs/Schedules.h"
#include <cstdlib>

template <unsigned Mask, bool Fences> __global__ void halves(int *data) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  tile[lane] = lane;
  if (Fences)
    __threadfence();
  if (lane >= 16)
    return;
  __syncwarp(Mask);
  data[lane] = tile[lane + 16];
}

int main(int, char **argv) {
  void *kernels[] = {(void *)halves<~0u, false>, (void *)halves<~0u, true>,
                     (void *)halves<0xffffu, false>};
  return inTwentySchedules(kernels[std::atoi(argv[1])], 1, 32);
}

// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences, 1 set
// CHECK: kernel 0 status 0
// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences, 1 set
// CHECK: kernel 1 status 0
// CHECK: 20 launches in {{.*}} orders, 320 racy words in 20 launches, 0 differences, 1 set
// CHECK: kernel 2 status 66
