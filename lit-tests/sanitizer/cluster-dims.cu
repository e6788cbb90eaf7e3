// __cluster_dims__ makes clusters without an attribute of the launch; grids that
// they do not divide are refused. Their barrier orders the blocks of a cluster,
// and no others.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -arch=sm_90 --kernel=^$ %s -o %t
// RUN: bash -c '%t 0; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c '%t 1; echo status $?' 2>&1 | FileCheck %s

#include <cooperative_groups.h>
#include <cstdlib>

namespace cg = cooperative_groups;

template <int N>
__global__ void __cluster_dims__(N, 1, 1) rotate(int *data, int by) {
  auto cluster = cg::this_cluster();
  data[blockIdx.x * blockDim.x + threadIdx.x] = cluster.num_blocks();
  cluster.sync();
  unsigned next = (blockIdx.x + by) % gridDim.x;
  atomicAdd(&data[1024], data[next * blockDim.x + threadIdx.x]);
}

// What a thread of the cluster knows of another one, all know after the barrier.
__global__ void __cluster_dims__(2, 1, 1) handOn(int *data, int *flag) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *data = 1;
    __threadfence();
    atomicExch(flag, 1);
  }
  if (blockIdx.x == 2 && threadIdx.x == 0) {
    while (atomicAdd(flag, 0) == 0)
      ;
    __threadfence();
  }
  cg::this_cluster().sync();
  if (blockIdx.x == 3 && threadIdx.x == 5)
    *data = 2;
}

int main(int, char **argv) {
  bool bad = std::atoi(argv[1]);
  int *data, *flag;
  cudaMallocManaged(&data, 1025 * sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  data[1024] = *flag = 0;
  rotate<4><<<6, 32>>>(data, 1);
  if (cudaGetLastError() != cudaErrorInvalidClusterSize)
    return 1;
  // With 4 blocks in a cluster and as many in the grid, the neighbour is inside.
  if (!bad)
    rotate<4><<<4, 32>>>(data, 1);
  else
    rotate<2><<<4, 32>>>(data, 1);
  handOn<<<4, 32>>>(data, flag);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 2;
  return data[1024] == (bad ? 2 : 4) * 128 ? 0 : 3;
}

// GOOD-NOT: RaceMap
// GOOD: status 0
// CHECK: WARNING: RaceMap: data race
// CHECK: rotate<2>
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: status 66
