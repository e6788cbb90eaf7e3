// A launch of more blocks than shadow cells can tell apart is told, counted, and
// decides the exit status: races between its blocks are not seen.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=json=%t.json bash -c '%t 16777232; echo status $?' 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: bash -c '%t 4096; echo status $?' 2>&1 | FileCheck %s --check-prefix=GOOD
#include <cstdlib>

__global__ void nothing(int *out, int n) {
  if (n < 0)
    *out = n;
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, sizeof(int));
  nothing<<<atoi(argv[1]), 1>>>(out, 0);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: racemap: warning: a launch of more than 16 million blocks: races in global memory are not seen in nothing(int*, int)
// CHECK-NEXT: SUMMARY: RaceMap: 1 launch could not be run or monitored{{$}}
// CHECK-NEXT: status 66
// JSON: "monitored_launches": 0,
// JSON: "failed_launches": 1,
// GOOD-NOT: RaceMap
// GOOD: status 0
