// What a kernel does is before the kernels that it launches; these may race.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -rdc=true %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

template <bool Good> __global__ void child(int *data) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = data[0];
  if constexpr (Good)
    __syncthreads();
  data[threadIdx.x + 1] = first;
}

template <bool Good> __global__ void parent(int *data) {
  data[threadIdx.x] = 1;
  if (threadIdx.x == 0)
    child<Good><<<1, 64>>>(data);
}

int main(int, char **argv) {
  int *data;
  cudaMallocManaged(&data, 65 * sizeof(int));
  auto kernel = std::strcmp(argv[1], "good") ? parent<false> : parent<true>;
  kernel<<<1, 64>>>(data);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: first
// CHECK: child<false>(int*)
// CHECK: SUMMARY: RaceMap: 1 data race
// CHECK: status 66
// GOOD-NOT: RaceMap
