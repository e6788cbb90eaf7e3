// Every thread of the device reads a word and then writes it. (Listing 2 of
// HiRace, SC24.)
//
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DGOOD %s -o %t.good
// RUN: %t.good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

__global__ void count(int *data) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
#ifdef GOOD
  atomicAdd(data, i);
#else
  int val = data[0];
  data[0] = i + val;
#endif
}

int main() {
  int *data;
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  count<<<4, 64>>>(data);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Location is 0 bytes into a 4-byte allocation
// CHECK: status 66
// GOOD-NOT: RaceMap
