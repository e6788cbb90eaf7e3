// A function with shared variables behind a pointer knows one kernel's layout of
// shared memory: a second kernel that can call it is refused, not run wrongly.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --budget-ms=1 -w %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include <cstdio>

__device__ __noinline__ int sum(int x) {
  __shared__ int s[32];
  s[threadIdx.x] = x;
  __syncthreads();
  return s[0] + s[31];
}
__device__ int (*pointer)(int) = sum;

__global__ void first(int *out) { *out = pointer(threadIdx.x); }
__global__ void second(int *out) {
  __shared__ int more[64];
  more[threadIdx.x] = pointer(threadIdx.x);
  *out = more[0];
}

int main() {
  int *p, h;
  cudaMalloc(&p, 4);
  first<<<1, 32>>>(p);
  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
  setvbuf(stdout, nullptr, _IONBF, 0);
  // CHECK: first 31
  printf("first %d\n", h);
  // CHECK: kernel second(int*): sum(int) has __shared__ variables
  second<<<1, 32>>>(p);
  // CHECK: cudaErrorInvalidKernelImage
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
