// What the source says to be benign is not monitored; what it says to hold is
// looked at, and said once if it does not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel='^$' %s -o %t
// RUN: %t 8 2>&1 | count 0
// RUN: %t 2 2>&1 | FileCheck %s
// RUN: %t 2 2>&1 | count 1
// RUN: not %t 8 1 2>&1 | FileCheck %s --check-prefix=RACE
// CHECK: {{^}}racemap: warning: a RACEMAP_ASSUME does not hold in launch 1 of put(int*, int, int*): what
// RACE: SUMMARY: RaceMap: 1 data race
#include <cstdlib>
#include <racemap/racemap.h>

RACEMAP_BENIGN("only the last one counts") __device__ void mark(int *changed) { *changed = threadIdx.x; }
RACEMAP_BENIGN("only the last one counts") __device__ int last;

__global__ void put(int *out, int width, int *changed) {
  RACEMAP_ASSUME(width >= blockDim.x);
  mark(out);
  last = threadIdx.x;
  RACEMAP_BENIGN("only the last one counts") out[2] = threadIdx.x;
  auto set = [=](int i) { RACEMAP_BENIGN("only the last one counts") out[i] = threadIdx.x; };
  set(3);
  if (changed)
    *changed = threadIdx.x;
}

int main(int count, char **args) {
  int *out;
  cudaMalloc(&out, 64);
  put<<<1, 4>>>(out, atoi(args[1]), count > 2 ? out + 1 : nullptr);
  return cudaDeviceSynchronize() != cudaSuccess;
}
