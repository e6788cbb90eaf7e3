// cluster.sync() orders the blocks of a cluster, and no others. How many these
// are an option says (or the kernel: clusters-of-kernels.cu).
//
// RUN: %runtime
// RUN: not %racemap check %s --arch=sm_90 --block-dim=256 --grid-dim=8 \
// RUN:   --cluster-dim=2 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %racemap check %s --arch=sm_90 --kernel=withinClusters 2>&1 | \
// RUN:   FileCheck %s --check-prefix=UNKNOWN
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'tmp' in kernel 'acrossClusters({{.*}}(provable)
// CHECK: 3 kernels: 2 race-free, 1 racy, 0 unknown
// UNKNOWN: 'withinClusters({{.*}} is undecided: a barrier's threads are not known
// UNKNOWN: 1 kernel: 0 race-free, 0 racy, 1 unknown
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned global() { return blockIdx.x * 256 + threadIdx.x; }

__global__ void withinClusters(int *tmp, int *out) {
  tmp[global()] = threadIdx.x;
  cg::this_cluster().sync();
  out[global()] = tmp[global() ^ 256];
}

__global__ void acrossClusters(int *tmp, int *out) {
  tmp[global()] = threadIdx.x;
  cg::this_cluster().sync();
  out[global()] = tmp[global() ^ 512];
}

__global__ void distributed(int *out) {
  __shared__ int s[256];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[global()] = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[0];
  cluster.sync();
}

void launch(int *tmp, int *out) {
  withinClusters<<<8, 256>>>(tmp, out);
  acrossClusters<<<8, 256>>>(tmp, out);
  distributed<<<8, 256>>>(out);
}
