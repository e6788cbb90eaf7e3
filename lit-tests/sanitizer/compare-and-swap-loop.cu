// The loop that CUDA's guide makes an atomic of: what it reads first is checked
// by the swap. Where the thread keeps it, that is a plain read.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --elide=off --device=cpu %s -o %t
// RUN: %t swaps 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=race
// RUN: bash -c '%t keeps; echo status $?' 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: sum 64
// CHECK: data race
// CHECK: sum 64
// CHECK: status 66

#include <cstdio>
#include <cstring>

template <bool Keeps> __global__ void add(double *sum, double *seen) {
  auto *p = reinterpret_cast<unsigned long long *>(sum);
  unsigned long long old = *p, assumed;
  if (Keeps)
    seen[blockIdx.x * blockDim.x + threadIdx.x] = __longlong_as_double(old);
  do {
    assumed = old;
    old = atomicCAS(p, assumed,
                    __double_as_longlong(1 + __longlong_as_double(assumed)));
  } while (assumed != old);
}

int main(int, char **argv) {
  double *sum, *seen;
  cudaMallocManaged(&sum, sizeof(double));
  cudaMallocManaged(&seen, 64 * sizeof(double));
  *sum = 0;
  auto kernel = std::strcmp(argv[1], "keeps") ? add<false> : add<true>;
  kernel<<<2, 32>>>(sum, seen);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  std::printf("sum %g\n", *sum);
}
