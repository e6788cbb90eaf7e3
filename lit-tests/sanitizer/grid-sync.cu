// grid.sync() orders all blocks; a barrier of each block does not.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t grid 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t block; echo status $?' 2>&1 | FileCheck %s

#include <cooperative_groups.h>
#include <cstring>

namespace cg = cooperative_groups;

template <bool OfTheGrid> __global__ void turn(int *data) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  int n = blockDim.x * gridDim.x;
  for (int round = 0; round < 3; ++round) {
    data[(i + round * 32) % n] += i;
    if constexpr (OfTheGrid)
      cg::this_grid().sync();
    else
      cg::this_thread_block().sync();
  }
}

int main(int, char **argv) {
  int *data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  void *args[] = {&data};
  auto kernel = std::strcmp(argv[1], "grid") ? turn<false> : turn<true>;
  return cudaLaunchCooperativeKernel((void *)kernel, dim3(4), dim3(32), args, 0,
                                     0) != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
// GOOD-NOT: RaceMap
