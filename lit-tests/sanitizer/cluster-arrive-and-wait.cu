// What a thread does between arriving at its cluster's barrier and waiting there
// is not before what others do when they have waited.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -arch=sm_90 --kernel=^$ %s -o %t
// RUN: bash -c '%t good; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=recorder=1:exitcode=0 %t bad 2>&1 | FileCheck %s --check-prefix=RECORD

#include <cooperative_groups.h>
#include <cstring>
#include <racemap/runtime.h>

namespace cg = cooperative_groups;

template <bool Good>
__global__ void __cluster_dims__(2, 1, 1) shift(int *data, int *own) {
  auto cluster = cg::this_cluster();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (Good)
    data[i] = i;
  cluster.barrier_arrive();
  if constexpr (!Good)
    data[i] = i;
  own[i] = i; // nobody else's
  cluster.barrier_wait();
  own[i] += data[(blockIdx.x ^ 1) * blockDim.x + threadIdx.x];
}

int main(int, char **argv) {
  auto kernel = std::strcmp(argv[1], "good") ? shift<false> : shift<true>;
  int *data, *own;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMalloc(&own, 128 * sizeof(int));
  for (int seed = 0; seed < 20; ++seed) {
    __racemap_set_seed(seed);
    kernel<<<4, 32>>>(data, own);
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: RaceMap
// GOOD: status 0
// CHECK: WARNING: RaceMap: data race
// CHECK: cluster-arrive-and-wait.cu:{{24|27}}
// CHECK: status 66
// RECORD: recorder: 20 launches {{.*}} 0 differences
