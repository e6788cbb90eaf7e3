// The same seed gives the same order, another one another order; without a seed
// the threads of a block run in order.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t && %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=1 %t > %t.1
// RUN: env RACEMAP_OPTIONS=seed=1 %t > %t.2
// RUN: env RACEMAP_OPTIONS=seed=2 %t > %t.3
// RUN: cmp %t.1 %t.2
// RUN: not cmp %t.1 %t.3
#include <cstdio>

__device__ int next;

__global__ void order(int *out) { out[atomicAdd(&next, 1)] = threadIdx.x; }

int main() {
  int *p, h[64];
  cudaMalloc(&p, sizeof h);
  order<<<1, 64>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: 0 1 2 3 4 5 6 7
  for (int v : h)
    printf("%d ", v);
}
