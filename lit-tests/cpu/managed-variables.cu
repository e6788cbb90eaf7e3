// The host and the device share a managed variable, from its initial value on.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --budget-ms=1 -w %s -o %t && %t | FileCheck %s
// RUN: %racemap cc --device=cpu --sanitize --budget-ms=1 -w %s -o %t && not %t 2>&1 | FileCheck --check-prefixes=CHECK,RACE %s
#include <cstdio>

__managed__ int total = 5;
namespace data {
__device__ __managed__ float table[4];
}

__global__ void count() {
  atomicAdd(&total, 1);
  data::table[threadIdx.x / 2] = threadIdx.x;
}

int main() {
  total += 10;
  count<<<1, 8>>>();
  cudaDeviceSynchronize();
  int *pointer = &total, copy = 0;
  printf("%d %g\n", *pointer, data::table[3]);
  *pointer = 7;
  cudaMemcpyFromSymbol(&copy, total, sizeof copy);
  printf("%d %s\n", copy, cudaGetErrorString(cudaGetLastError()));
}
// RACE: data race
// RACE: Location is {{.*}}table
// CHECK: {{^}}23 7
// CHECK: {{^}}7 no error
