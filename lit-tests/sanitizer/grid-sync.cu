// grid.sync() orders all blocks; a barrier of each block does not.
//
// RUN: %racemap cc --sanitize --device=cpu -DGROUP=this_grid %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu -DGROUP=this_thread_block %s -o %t.bad
// RUN: bash -c '%t.bad; echo status $?' 2>&1 | FileCheck %s

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void turn(int *data) {
  auto group = cg::GROUP();
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int n = blockDim.x * gridDim.x;
  for (int round = 0; round < 3; ++round) {
    data[(i + round * 32) % n] += i;
    group.sync();
  }
}

int main() {
  int *data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  void *args[] = {&data};
  return cudaLaunchCooperativeKernel((void *)turn, dim3(4), dim3(32), args, 0,
                                     0) != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
// GOOD-NOT: RaceMap
