// How many blocks a cluster has is also what __cluster_dims__ says; the halves
// of its barrier leave open what is done between them.
//
// RUN: not %racemap check %s --arch=sm_90 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'tmp' in kernel 'acrossClusters({{.*}}(provable)
// CHECK-DAG: warning: data race on 'tmp' in kernel 'readsBetween({{.*}}(provable)
// CHECK-DAG: warning: data race on 'tmp' in kernel 'arrivesEarly({{.*}}(provable)
// CHECK-DAG: 'saysNothing({{.*}} is undecided: a barrier's threads are not known
// CHECK: 8 kernels: 4 race-free, 3 racy, 1 unknown
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned global() { return blockIdx.x * 256 + threadIdx.x; }

#define KERNEL(DIMS, NAME, BETWEEN, OTHER)                                     \
  __global__ void DIMS NAME(int *tmp, int *out) {                              \
    auto cluster = cg::this_cluster();                                         \
    tmp[global()] = threadIdx.x;                                               \
    BETWEEN;                                                                   \
    out[global()] = tmp[global() ^ OTHER];                                     \
  }
#define DIMS(...) __cluster_dims__(__VA_ARGS__)
KERNEL(DIMS(2), withinClusters, cluster.sync(), 256)
KERNEL(DIMS(4, 1, 1), ofFour, cluster.sync(), 512)
KERNEL(DIMS(2, 1, 1), acrossClusters, cluster.sync(), 512)
KERNEL(, saysNothing, cluster.sync(), 256)
KERNEL(DIMS(2), inTwoParts, cluster.barrier_arrive(); out[global()] = 1; cluster.barrier_wait(), 256)
KERNEL(DIMS(2), readsBetween, cluster.barrier_arrive(); out[global()] = tmp[global() ^ 256]; cluster.barrier_wait(), 0)
KERNEL(DIMS(2), readsItsOwnBetween, cluster.barrier_arrive(); out[global()] = tmp[global()]; cluster.barrier_wait(), 256)

__global__ void __cluster_dims__(2) arrivesEarly(int *tmp, int *out) {
  auto cluster = cg::this_cluster();
  cluster.barrier_arrive();
  tmp[global()] = threadIdx.x;
  cluster.barrier_wait();
  out[global()] = tmp[global() ^ 256];
}

void launch(int *tmp, int *out) {
  withinClusters<<<8, 256>>>(tmp, out);
  ofFour<<<8, 256>>>(tmp, out);
  acrossClusters<<<8, 256>>>(tmp, out);
  saysNothing<<<8, 256>>>(tmp, out);
  inTwoParts<<<8, 256>>>(tmp, out);
  readsBetween<<<8, 256>>>(tmp, out);
  readsItsOwnBetween<<<8, 256>>>(tmp, out);
  arrivesEarly<<<8, 256>>>(tmp, out);
}
