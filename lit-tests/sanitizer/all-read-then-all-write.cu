// Every thread of the device reads a word and then writes it. (Listing 2 of
// HiRace, SC24.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

#include <cstring>

template <bool Good> __global__ void count(int *data) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if constexpr (Good) {
    atomicAdd(data, i);
  } else {
    int val = data[0];
    data[0] = i + val;
  }
}

int main(int, char **argv) {
  int *data;
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  auto kernel = std::strcmp(argv[1], "good") ? count<false> : count<true>;
  kernel<<<4, 64>>>(data);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Location is 0 bytes into a 4-byte allocation
// CHECK: status 66
// GOOD-NOT: RaceMap
