// Shared memory of the other blocks of a cluster: whose it is, is told apart,
// and only the cluster's barrier orders blocks.
//
// RUN: %runtime
// RUN: not %racemap check %s --arch=sm_90 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'tile' in kernel 'neighbourRacy({{.*}}: this write and a read by another thread of another block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'ringRacy({{.*}}(provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'onlyTheBlockWaitsRacy({{.*}}(provable)
// CHECK-DAG: warning: data race on 'bins' in kernel 'histogramRacy({{.*}}(input)
// CHECK-DAG: warning: data race on 'bins' in kernel 'narrowScopeRacy({{.*}}(input)
// CHECK-DAG: warning: data race on 'tile' in kernel 'squareRacy({{.*}}(provable)
// CHECK-DAG: warning: data race on 'scratch' in kernel 'dynamicRacy({{.*}}(provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'sameBlockRacy({{.*}}by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'toTheFirstRacy({{.*}}(provable)
// CHECK-DAG: kernel 'nobodyKnows({{.*}} is undecided
// CHECK-DAG: warning: out-of-bounds access to 'tile' in kernel 'outside({{.*}}(provable)
// CHECK: 22 kernels: 12 race-free, 9 racy, 1 unknown
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ unsigned global() { return blockIdx.x * 256 + threadIdx.x; }

// A block reads what its neighbour has written.
#define NEIGHBOUR(NAME, FIRST)                                                 \
  __global__ void __cluster_dims__(2) NAME(int *out) {                         \
    __shared__ int tile[256];                                                  \
    auto cluster = cg::this_cluster();                                         \
    tile[threadIdx.x] = threadIdx.x;                                           \
    FIRST;                                                                     \
    int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);     \
    out[global()] = theirs[255 - threadIdx.x];                                 \
    cluster.sync();                                                            \
  }
NEIGHBOUR(neighbourGood, cluster.sync())
NEIGHBOUR(neighbourRacy, )
NEIGHBOUR(onlyTheBlockWaitsRacy, __syncthreads())

// In all grids along x.
__global__ void __cluster_dims__(2) neverLaunchedGood(int *out) {
  __shared__ int tile[1024];
  auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = theirs[0];
  cluster.sync();
}

// Each block writes to the next one's, round after round.
#define RING(NAME, LAST)                                                       \
  __global__ void __cluster_dims__(4) NAME(int *out, int rounds) {             \
    __shared__ int tile[256];                                                  \
    auto cluster = cg::this_cluster();                                         \
    unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();         \
    for (int i = 0; i < rounds; ++i) {                                         \
      cluster.map_shared_rank(tile, next)[threadIdx.x] = i;                    \
      cluster.sync();                                                          \
      out[global()] = tile[threadIdx.x];                                       \
      LAST;                                                                    \
    }                                                                          \
  }
RING(ringGood, cluster.sync())
RING(ringRacy, __syncthreads())

// All write to the first block's memory.
#define TO_THE_FIRST(NAME, WHERE)                                              \
  __global__ void __cluster_dims__(2) NAME(int *out) {                         \
    __shared__ int tile[512];                                                  \
    auto cluster = cg::this_cluster();                                         \
    cluster.map_shared_rank(tile, 0)[WHERE] = global();                        \
    cluster.sync();                                                            \
    if (cluster.block_rank() == 0)                                             \
      out[global()] = tile[threadIdx.x] + tile[threadIdx.x + 256];             \
    cluster.sync();                                                            \
  }
TO_THE_FIRST(toTheFirstGood, cluster.block_rank() * 256 + threadIdx.x)
TO_THE_FIRST(toTheFirstRacy, threadIdx.x)

// A histogram that is spread over the cluster.
#define HISTOGRAM(NAME, ADD)                                                   \
  __global__ void __cluster_dims__(2) NAME(int *out, const unsigned *in) {     \
    __shared__ int bins[256];                                                  \
    auto cluster = cg::this_cluster();                                         \
    bins[threadIdx.x] = 0;                                                     \
    cluster.sync();                                                            \
    unsigned bin = in[global()];                                               \
    int *theirs = cluster.map_shared_rank(bins, bin / 256 % 2);                \
    ADD;                                                                       \
    cluster.sync();                                                            \
    out[global()] = bins[threadIdx.x];                                         \
  }
HISTOGRAM(histogramGood, atomicAdd(&theirs[bin % 256], 1))
HISTOGRAM(histogramRacy, ++theirs[bin % 256])
HISTOGRAM(narrowScopeRacy, atomicAdd_block(&theirs[bin % 256], 1))

// Clusters along x and y.
#define SQUARE(NAME, BETWEEN)                                                  \
  __global__ void __cluster_dims__(2, 2) NAME(int *out) {                      \
    __shared__ int tile[64];                                                   \
    auto cluster = cg::this_cluster();                                         \
    tile[threadIdx.x] = threadIdx.x;                                           \
    BETWEEN;                                                                   \
    int sum = 0;                                                               \
    for (unsigned rank = 0; rank < 4; ++rank)                                  \
      sum += cluster.map_shared_rank(tile, rank)[63 - threadIdx.x];            \
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = sum;       \
    cluster.sync();                                                            \
  }
SQUARE(squareGood, cluster.sync())
SQUARE(squareRacy, __syncthreads())

// With the block on the other side along y.
__global__ void __cluster_dims__(2, 2) exchangeGood(int *out) {
  __shared__ int tile[64];
  auto cluster = cg::this_cluster();
  cluster.map_shared_rank(tile, cluster.block_rank() ^ 2)[threadIdx.x] = 1;
  cluster.sync();
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 64 + threadIdx.x] =
      tile[63 - threadIdx.x];
}

// Dynamic shared memory.
#define DYNAMIC(NAME, BETWEEN)                                                 \
  __global__ void __cluster_dims__(2) NAME(int *out) {                         \
    extern __shared__ int scratch[];                                               \
    auto cluster = cg::this_cluster();                                         \
    scratch[threadIdx.x] = threadIdx.x;                                            \
    BETWEEN;                                                                   \
    int *theirs = cluster.map_shared_rank(scratch, 1 - cluster.block_rank());      \
    out[global()] = theirs[threadIdx.x];                                       \
    cluster.sync();                                                            \
  }
DYNAMIC(dynamicGood, cluster.sync())
DYNAMIC(dynamicRacy, __syncthreads())

// The own rank is the own memory.
#define SAME_BLOCK(NAME, BETWEEN)                                              \
  __global__ void __cluster_dims__(2) NAME(int *out) {                         \
    __shared__ int tile[256];                                                  \
    auto cluster = cg::this_cluster();                                         \
    tile[threadIdx.x] = threadIdx.x;                                           \
    BETWEEN;                                                                   \
    int *own = cluster.map_shared_rank(tile, cluster.block_rank());            \
    out[global()] = own[255 - threadIdx.x];                                    \
  }
SAME_BLOCK(sameBlockGood, __syncthreads())
SAME_BLOCK(sameBlockRacy, )

// Two variables: only one of them is anybody else's.
__global__ void __cluster_dims__(2) ownBesideGood(int *out) {
  __shared__ int own[256], tile[256];
  auto cluster = cg::this_cluster();
  own[threadIdx.x] = threadIdx.x;
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int mine = own[255 - threadIdx.x];
  cluster.sync();
  out[global()] =
      mine + cluster.map_shared_rank(tile, cluster.block_rank() ^ 1)[0];
  cluster.sync();
}

// No block has a place of its own.
__global__ void __cluster_dims__(2) elementwiseGood(int *out) {
  __shared__ int tile[256];
  auto cluster = cg::this_cluster();
  int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  theirs[threadIdx.x] = threadIdx.x;
  theirs[threadIdx.x] += 1;
  cluster.sync();
  out[global()] = tile[threadIdx.x];
}

// How many blocks a cluster has is not said.
__global__ void nobodyKnows(int *out) {
  __shared__ int tile[256];
  auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[global()] = theirs[255 - threadIdx.x];
}

__global__ void __cluster_dims__(2) outside(int *out) {
  __shared__ int tile[256];
  auto cluster = cg::this_cluster();
  tile[threadIdx.x] = threadIdx.x;
  cluster.sync();
  int *theirs = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[global()] = theirs[threadIdx.x + 1];
  cluster.sync();
}

void launch(int *out, const unsigned *in, int rounds) {
  neighbourGood<<<8, 256>>>(out);
  neighbourRacy<<<8, 256>>>(out);
  onlyTheBlockWaitsRacy<<<8, 256>>>(out);
  ringGood<<<8, 256>>>(out, rounds);
  ringRacy<<<8, 256>>>(out, rounds);
  toTheFirstGood<<<8, 256>>>(out);
  toTheFirstRacy<<<8, 256>>>(out);
  histogramGood<<<8, 256>>>(out, in);
  histogramRacy<<<8, 256>>>(out, in);
  narrowScopeRacy<<<8, 256>>>(out, in);
  squareGood<<<dim3(4, 4), 64>>>(out);
  squareRacy<<<dim3(4, 4), 64>>>(out);
  exchangeGood<<<dim3(4, 4), 64>>>(out);
  dynamicGood<<<8, 256, 1024>>>(out);
  dynamicRacy<<<8, 256, 1024>>>(out);
  sameBlockGood<<<8, 256>>>(out);
  sameBlockRacy<<<8, 256>>>(out);
  ownBesideGood<<<8, 256>>>(out);
  elementwiseGood<<<8, 256>>>(out);
  nobodyKnows<<<8, 256>>>(out);
  outside<<<8, 256>>>(out);
}
