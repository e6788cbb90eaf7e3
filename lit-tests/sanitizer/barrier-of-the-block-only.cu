// A barrier orders the threads of each block, and not the blocks. (Listing 3 of
// HiRace, SC24.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t 2; echo status $?' 2>&1 | FileCheck %s
// RUN: %t 1 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

#include <cstdlib>

__global__ void shift(int *data) {
  int tid = threadIdx.x;
  int val = data[0];
  __syncthreads();
  if (tid > 0)
    data[tid - 1] = tid + val;
}

int main(int, char **argv) {
  int *data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  shift<<<std::atoi(argv[1]), 64>>>(data);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: of block ([[B:[01]]],0,0)
// CHECK-NOT: Previous {{.*}} of block ([[B]],0,0)
// CHECK: Previous {{.*}} of block ({{[01]}},0,0)
// CHECK: Launch 1: shift(int*) <<<(2,1,1), (64,1,1)>>> at
// CHECK-NEXT: main {{.*}}barrier-of-the-block-only.cu:23
// CHECK: status 66
// GOOD-NOT: RaceMap
