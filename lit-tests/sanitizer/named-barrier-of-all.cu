// A named barrier that counts all threads of the block orders all of them; one
// that counts a warp does not.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: %t counts 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %t all 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t warps; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

#define TURN(NAME, BARRIER)                                                    \
  __global__ void NAME(int *out) {                                             \
    __shared__ int tile[64];                                                   \
    tile[threadIdx.x] = threadIdx.x;                                           \
    asm volatile("bar.sync " BARRIER ";" ::"r"(threadIdx.x / 32 + 1)           \
                 : "memory");                                                  \
    out[threadIdx.x] = tile[63 - threadIdx.x];                                 \
  }
TURN(counts, "1,64")
TURN(all, "1")
TURN(warps, "%0,32")

int main(int, char **argv) {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  auto kernel = !std::strcmp(argv[1], "counts") ? counts
                : !std::strcmp(argv[1], "all")  ? all
                                                : warps;
  kernel<<<1, 64>>>(out);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: the shared variable '{{.*}}tile'
// CHECK: status 66
// GOOD-NOT: RaceMap
