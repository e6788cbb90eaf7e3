// __syncwarp orders the lanes of its mask, and no others.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

template <bool Good> __global__ void rotate(int *out) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    tile[lane] = lane;
    __syncwarp(Good ? 0x0000ffffu : lane < 8 ? 0xffu : 0xff00u);
    out[lane] = tile[(lane + 1) % 16];
  } else {
    tile[lane] = lane;
    __syncwarp(0xffff0000u);
    out[lane] = tile[lane ^ 1];
  }
}

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  auto kernel = std::strcmp(argv[1], "good") ? rotate<false> : rotate<true>;
  kernel<<<1, 32>>>(out);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Location is {{[0-9]+}} byte{{s?}} into the shared variable
// CHECK: status 66
// GOOD-NOT: RaceMap
