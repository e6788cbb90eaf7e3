// Kernels that device code launches run as they would, and are not monitored;
// nor is who launches them, which is said.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ -rdc=true %s -o %t
// RUN: not %t >%t.out 2>%t.err
// RUN: FileCheck %s --input-file=%t.out
// RUN: FileCheck %s --input-file=%t.err --check-prefix=SAID
// CHECK: {{^}}{{62|63}}, 4
// SAID: {{^}}racemap: warning: parent(int*) is not monitored: its threads are ordered
// SAID-NEXT: {{^}}SUMMARY: RaceMap: 1 launch could not be run or monitored

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
