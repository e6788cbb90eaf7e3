// A device that is reset, before the first launch and after one, has no memory
// of the sanitizer's any more: it begins anew.
//
// REQUIRES: codegen
// RUN: %runtime
// RUN: %racemap cc --device=cpu --sanitize=gpu --kernel=^$ %s -o %t
// RUN: not %t early 2>&1 | FileCheck %s
// RUN: not %t late 2>&1 | FileCheck %s
#include <cstdio>
#include <cstring>

__device__ int last;
__global__ void add(int *a, bool bad) {
  a[threadIdx.x] += threadIdx.x;
  if (bad && threadIdx.x % 32 == 0)
    last = threadIdx.x;
}

static void run(bool bad) {
  int *a, value = 0;
  cudaMalloc(&a, 256 * sizeof(int));
  cudaMemset(a, 0, 256 * sizeof(int));
  add<<<1, 256>>>(a, bad);
  cudaMemcpy(&value, a + 255, sizeof value, cudaMemcpyDeviceToHost);
  printf("%d, %s\n", value, cudaGetErrorString(cudaGetLastError()));
}

int main(int, char **argv) {
  if (!std::strcmp(argv[1], "late"))
    run(false);
  cudaDeviceReset();
  run(true);
  run(true);
}

// CHECK: Location is 0 bytes into a 4-byte variable 'last'
// CHECK: SUMMARY: RaceMap: 1 data race, seen 14 times
