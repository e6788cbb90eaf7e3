// Behind the last byte of an allocation whose size is no multiple of 4, and in
// one that has been freed.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c '%t 4; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c '%t 5; echo status $?' 2>&1 | FileCheck %s --check-prefix=BEHIND
// RUN: bash -c '%t 6; echo status $?' 2>&1 | FileCheck %s --check-prefix=FREED

#include <cstdlib>

__global__ void set(char *a, int i) { a[i] = 1; }

int main(int, char **argv) {
  int which = std::atoi(argv[1]);
  char *a;
  cudaMalloc(&a, 5);
  if (which == 6)
    cudaFree(a);
  set<<<1, 1>>>(a, which == 6 ? 0 : which);
  bool failed = cudaDeviceSynchronize() != cudaSuccess;
  return failed == (which > 4) ? 0 : 1;
}

// GOOD-NOT: RaceMap
// GOOD: status 0
// BEHIND: WARNING: RaceMap: out-of-bounds access
// BEHIND: Location is 0 bytes behind the end of a 5-byte allocation
// BEHIND: status 66
// FREED: WARNING: RaceMap: use after free
// FREED: Location is 0 bytes into a freed 5-byte allocation
// FREED: status 66
