// An atomic of block scope is atomic for its block only; and no atomic is for
// who accesses plainly.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t device 3 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %t block 1 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t block 3; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t plain 1; echo status $?' 2>&1 | FileCheck %s

#include <cstdlib>
#include <cstring>

__global__ void add(int *sum) { atomicAdd(sum, 1); }
__global__ void addInTheBlock(int *sum) { atomicAdd_block(sum, 1); }
__global__ void addOrRead(int *sum) {
  (void)(threadIdx.x ? atomicAdd(sum, 1) : *sum);
}

int main(int, char **argv) {
  int *sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  auto kernel = !std::strcmp(argv[1], "device")  ? add
                : !std::strcmp(argv[1], "block") ? addInTheBlock
                                                 : addOrRead;
  kernel<<<std::atoi(argv[2]), 64>>>(sum);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: {{[Aa]}}tomic access
// CHECK: status 66
// GOOD-NOT: RaceMap
