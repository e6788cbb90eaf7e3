// How many blocks a cluster has is also what __cluster_dims__ says; the halves
// of its barrier leave open what is done between them.
//
// RUN: %runtime
// RUN: not %racemap check %s --arch=sm_90 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'tmp' in kernel 'acrossClusters({{.*}}(provable)
// CHECK-DAG: warning: data race on 'tmp' in kernel 'readsBetween({{.*}}(provable)
// CHECK-DAG: warning: data race on 'tmp' in kernel 'arrivesEarly({{.*}}(provable)
// CHECK-DAG: warning: data race on 'out' in kernel 'alongY({{.*}}(provable)
// CHECK-DAG: warning: data race on 'out' in kernel 'betweenClusters({{.*}}(provable)
// CHECK-DAG: 'perhapsOneBlock({{.*}} is undecided: only possible findings
// CHECK-DAG: kernel 'noLaunch({{.*}}, launch {{.*}}.cu:{{[0-9]+}}: contradictory assumptions, so nothing was checked
// CHECK-DAG: 'saysNothing({{.*}} is undecided: a barrier's threads are not known
// CHECK: 13 kernels: 5 race-free, 5 racy, 3 unknown
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

// Every grid has two blocks along y.
__global__ void __cluster_dims__(1, 2) alongY(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = clock();
}

// Atomic for the cluster: enough within one, not between two.
__device__ void add(int *to) {
  int before;
  asm volatile("atom.cluster.add.u32 %0, [%1], 1;"
               : "=r"(before)
               : "l"(to)
               : "memory");
}
__global__ void __cluster_dims__(2) forTheCluster(int *out) {
  add(out + blockIdx.x / 2);
}
__global__ void __cluster_dims__(2) betweenClusters(int *out) {
  add(out + blockIdx.x / 4);
}

// A cluster of this launch is one block, which nobody looks up.
__global__ void perhapsOneBlock(int *out) {
  if (cg::this_cluster().num_blocks() > 1)
    out[0] = threadIdx.x;
}

// The launch fails: the grid is no whole clusters.
__global__ void __cluster_dims__(2) noLaunch(int *out) { out[0] = clock(); }

void launch(int *tmp, int *out) {
  forTheCluster<<<8, 256>>>(out);
  betweenClusters<<<8, 256>>>(out);
  perhapsOneBlock<<<8, 256>>>(out);
  noLaunch<<<3, 256>>>(out);
  withinClusters<<<8, 256>>>(tmp, out);
  ofFour<<<8, 256>>>(tmp, out);
  acrossClusters<<<8, 256>>>(tmp, out);
  saysNothing<<<8, 256>>>(tmp, out);
  inTwoParts<<<8, 256>>>(tmp, out);
  readsBetween<<<8, 256>>>(tmp, out);
  readsItsOwnBetween<<<8, 256>>>(tmp, out);
  arrivesEarly<<<8, 256>>>(tmp, out);
}
