// Barriers of a grid and of clusters, shared memory of another block, and a grid
// that cannot be resident at once.
// RUN: %runtime
// RUN: %racemap cc --device=cpu -arch=sm_90 %s -o %t && %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=5 %t | FileCheck %s
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void rounds(int *a, int n) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank();
  for (int k = 0; k < n; ++k) {
    int v = a[(i + 1) % grid.size()];
    grid.sync();
    a[i] = v + 1;
    grid.sync();
  }
}

__global__ void neighbours(int *out) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank();
  s[threadIdx.x] = rank * 100 + threadIdx.x;
  cluster.sync();
  int *other = cluster.map_shared_rank(s, (rank + 1) % 4);
  out[blockIdx.x * blockDim.x + threadIdx.x] = other[threadIdx.x];
  cluster.sync();
}

int main() {
  int *p, h[256], n = 10;
  cudaMalloc(&p, 1 << 16);
  cudaMemset(p, 0, 1 << 16);
  void *args[] = {&p, &n};
  cudaLaunchCooperativeKernel((void *)rounds, 64, 128, args, 0, 0);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: rounds 10 10
  printf("rounds %d %d\n", h[0], h[255]);
  // CHECK: too large cudaErrorCooperativeLaunchTooLarge
  printf("too large %s\n",
         cudaGetErrorName(cudaLaunchCooperativeKernel((void *)rounds, 4096,
                                                      1024, args, 0, 0)));
  cudaLaunchConfig_t config = {};
  config.gridDim = 8;
  config.blockDim = 32;
  cudaLaunchAttribute attribute;
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, neighbours, p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: neighbours 100 201 5 31
  printf("neighbours %d %d %d %d\n", h[0], h[33], h[96 + 5], h[255]);
}
