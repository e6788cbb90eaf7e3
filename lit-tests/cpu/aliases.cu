// Other names of device functions and variables are the ones that are defined.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ %s -o %t && %t | FileCheck %s
#include <cstdio>

extern "C" {
__device__ int twice(int x) { return x * 2; }
__device__ int alsoTwice(int x) __attribute__((alias("twice")));
__device__ int seven = 7;
extern __device__ int alsoSeven __attribute__((alias("seven")));
}
__device__ int *where = &alsoSeven;

__global__ void k(int *out) {
  seven = 8;
  *out = alsoTwice(4) + 100 * alsoSeven + 10000 * *where;
}

int main() {
  int *d, h = 0;
  cudaMalloc(&d, sizeof h);
  k<<<1, 1>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
}
// CHECK: 80808
