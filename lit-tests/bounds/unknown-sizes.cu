// Of what has no known size nothing is said: dynamic shared memory, pointers
// from somewhere else, a pointer into the middle of an allocation.
//
// RUN: %bare
// RUN: %racemap check %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: 3 kernels: 3 race-free, 0 racy, 0 unknown

extern __shared__ int dynamic[];

__global__ void inDynamic(int *out) {
  dynamic[threadIdx.x + 1000] = 1;
  out[threadIdx.x] = dynamic[threadIdx.x + 1000];
}

__global__ void inParameter(int *out) { out[threadIdx.x + 1000] = 1; }

__global__ void before(const int *in, int *out) {
  out[threadIdx.x] = in[int(threadIdx.x) - 32];
}

void launch(int *from) {
  inDynamic<<<1, 32, 8192>>>(from);
  inParameter<<<1, 32>>>(from);
  int *all;
  cudaMalloc(&all, 4096);
  before<<<1, 32>>>(all + 32, from);
}
