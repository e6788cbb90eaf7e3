// Threads that have returned are not waited for: at barriers of the block, of
// the cluster and of the grid, whether they go early or late. Warps and blocks
// are not full, clusters are along x and y.
// RUN: %runtime
// RUN: %racemap cc --device=cpu -arch=sm_90 %s -o %t && %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=5 %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=6 %t | FileCheck %s
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// A thread in three returns, half of these after it has done something.
__device__ bool leaves(int *out, int i) {
  if (i % 3 == 0)
    return true;
  for (int k = 0; k < i % 7; ++k)
    atomicAdd(&out[0], 0);
  return i % 3 == 1 && i % 2;
}

__global__ void ofBlocks(int *out) {
  __shared__ int sum;
  if (threadIdx.x == 2)
    sum = 0;
  __syncthreads();
  if (leaves(out, threadIdx.x))
    return;
  atomicAdd(&sum, 1);
  __syncthreads();
  if (threadIdx.x == 2)
    atomicAdd(&out[1], sum);
}

__global__ void __cluster_dims__(2, 2) ofClusters(int *out) {
  __shared__ int sum;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 2)
    sum = 0;
  cluster.sync();
  if (leaves(out, threadIdx.x + blockIdx.x))
    return;
  atomicAdd(cluster.map_shared_rank(&sum, cluster.block_rank() ^ 2), 1);
  cluster.sync();
  if (sum != 0)
    out[16 + blockIdx.y * 4 + blockIdx.x] = sum;
}

__global__ void ofTheGrid(int *out) {
  auto grid = cg::this_grid();
  if (leaves(out, threadIdx.x + blockIdx.x))
    return;
  atomicAdd(&out[2], 1);
  grid.sync();
  if (out[2] != 0)
    out[32 + blockIdx.x] = out[2];
}

__global__ void votes(unsigned *out) {
  unsigned all = __ballot_sync(~0u, 1);
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x / 32] = all;
}

int main() {
  int *p, h[64] = {};
  cudaMalloc(&p, sizeof h);
  auto get = [&] {
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemset(p, 0, sizeof h);
  };
  cudaMemset(p, 0, sizeof h);
  ofBlocks<<<3, 40>>>(p);
  get();
  // CHECK: blocks 57
  printf("blocks %d\n", h[1]);
  ofClusters<<<dim3(4, 2), 40>>>(p);
  get();
  // CHECK: clusters 19 20 21 20, 19 20 21 20
  printf("clusters %d %d %d %d, %d %d %d %d\n", h[16], h[17], h[18], h[19],
         h[20], h[21], h[22], h[23]);
  void *args[] = {&p};
  cudaLaunchCooperativeKernel((void *)ofTheGrid, 4, 40, args, 0, 0);
  get();
  // CHECK: grid 80 80 80 80
  printf("grid %d %d %d %d\n", h[32], h[33], h[34], h[35]);
  votes<<<1, 40>>>((unsigned *)p);
  get();
  // CHECK: votes ffffffff 000000ff
  printf("votes %08x %08x\n", h[0], h[1]);
  // CHECK: no error
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
