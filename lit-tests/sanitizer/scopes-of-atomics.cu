// An atomic of block scope is atomic for its block only; and no atomic is for
// who accesses plainly.
//
// RUN: %racemap cc --sanitize --device=cpu "-DADD=atomicAdd(sum, 1)" %s -o %t
// RUN: %t 3 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu "-DADD=atomicAdd_block(sum, 1)" %s -o %t.block
// RUN: %t.block 1 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t.block 3; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu "-DADD=(threadIdx.x ? atomicAdd(sum, 1) : *sum)" %s -o %t.plain
// RUN: bash -c '%t.plain 1; echo status $?' 2>&1 | FileCheck %s

#include <cstdlib>

__global__ void add(int *sum) { ADD; }

int main(int, char **argv) {
  int *sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add<<<std::atoi(argv[1]), 64>>>(sum);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: {{[Aa]}}tomic access
// CHECK: status 66
// GOOD-NOT: RaceMap
