// Kernels whose threads are ordered by more than barriers may have more barriers
// than a shadow cell counts: nothing is lost, and nothing is warned of.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c '%t good; echo good status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t bad; echo bad status $?' 2>&1 | FileCheck %s --check-prefix=BAD
#include <cstring>

__global__ void rounds(int *out, int num, bool bad) {
  __shared__ int word;
  int sum = 0;
  for (int i = 0; i < num; ++i) {
    if (threadIdx.x == i % 2)
      word = i;
    __syncthreads();
    if (threadIdx.x == 0) {
      sum += word;
      __threadfence();
    }
    if (!bad || i != num - 1)
      __syncthreads();
  }
  if (threadIdx.x == 1)
    word = out[0];
  else
    out[1] = sum;
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 8);
  cudaMemset(out, 0, 8);
  rounds<<<1, 2>>>(out, 10001, !strcmp(argv[1], "bad"));
  cudaDeviceSynchronize();
}

// CHECK-NOT: {{RaceMap|racemap}}
// CHECK: good status 0

// BAD-NOT: racemap: warning
// BAD: WARNING: RaceMap: data race
// BAD: SUMMARY: RaceMap: 1 data race, seen 1 time
// BAD: bad status 66
