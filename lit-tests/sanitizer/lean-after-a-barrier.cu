// A lean kernel looks at what is not proved before a barrier and behind it: who
// was there before the barrier is no danger any more. Without the barrier, it is
// a race.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -w %s -o %t
// RUN: env RACEMAP_OPTIONS=stats=1 %t 1 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: not env RACEMAP_OPTIONS=stats=1 %t 0 2>&1 | FileCheck %s --check-prefix=BAD
#include <cstdlib>

__global__ void turns(int *out, int *table, const int *place, int isGood) {
  table[place[threadIdx.x]] = threadIdx.x;
  if (isGood)
    __syncthreads();
  out[threadIdx.x] = table[place[blockDim.x - 1 - threadIdx.x]];
}

int main(int, char **argv) {
  int places[64], *place, *out, *table;
  for (int i = 0; i < 64; ++i)
    places[i] = (i * 7) % 64;
  cudaMalloc(&place, sizeof places);
  cudaMalloc(&out, sizeof places);
  cudaMalloc(&table, sizeof places);
  cudaMemcpy(place, places, sizeof places, cudaMemcpyHostToDevice);
  turns<<<1, 64>>>(out, table, place, atoi(argv[1]));
  return cudaDeviceSynchronize() != cudaSuccess;
}

// GOOD-NOT: WARNING
// GOOD: lean launches 1, accesses 128,
// GOOD-NOT: WARNING
// BAD: WARNING: RaceMap: data race
// BAD: lean launches 1, accesses 128,
