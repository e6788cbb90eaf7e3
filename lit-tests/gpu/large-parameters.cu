// Kernels whose parameters leave no room for one more are as they would be
// without the sanitizer, and that is said; others have room for theirs.
//
// REQUIRES: codegen, ptxas
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=gpu -O2 -arch=sm_90 -c %s -o %t.o
// RUN: %racemap cc --device=cpu --sanitize=gpu %s -o %t
// RUN: not %t 2>&1 | FileCheck %s
// CHECK: {{^}}racemap: warning: full(All) is not monitored: its parameters leave no room for its launch
// CHECK: WARNING: RaceMap: data race
// CHECK: Launch 1: large(Most)
// CHECK: 3 4
#include <cstdio>

struct Most {
  int *a;
  char rest[30 << 10];
};
struct All {
  int *a;
  char rest[32764 - 16];
};
struct Many {
  char of[31800];
};
__global__ void large(Most m) {
  m.a[0] = threadIdx.x;
  m.a[1] = m.rest[threadIdx.x] + 3;
}
__global__ void full(All all) {
  all.a[2] = threadIdx.x;
  all.a[3] = all.rest[threadIdx.x] + 4;
}

// Nothing is to be left alone where nothing is monitored.
__global__ void proved(int *out, Many many) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = many.of[0];
}

int main() {
  static Most most;
  static All all;
  int values[4];
  cudaMalloc(&all.a, sizeof values);
  most.a = all.a;
  full<<<1, 64>>>(all);
  large<<<1, 64>>>(most);
  cudaMemcpy(values, all.a, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", values[1], values[3]);
}
