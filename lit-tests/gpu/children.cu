// Kernels that device code launches run as they would, and are not monitored.
//
// REQUIRES: codegen
// UNSUPPORTED: asan
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ -rdc=true %s -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: RaceMap
// CHECK: {{^}}{{62|63}}, 4

#include <cstdio>

__global__ void child(int *a) { a[threadIdx.x / 2] = threadIdx.x; }
__global__ void parent(int *a) {
  a[64] = 4;
  child<<<1, 64>>>(a);
}

int main() {
  int *a, values[65];
  cudaMalloc(&a, sizeof values);
  parent<<<1, 1>>>(a);
  cudaMemcpy(values, a, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%d, %d\n", values[31], values[64]);
}
