// A launch that ends at an illegal atomic access leaves no word locked: who
// waits for the word ends, too, and the next launch gets to its end. So it is
// if the illegal access comes when the same text of inline PTX has announced
// another one.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ -w %s -o %t
// RUN: env RACEMAP_OPTIONS=exitcode=0 %t 0 2>&1 | FileCheck %s
// RUN: env RACEMAP_OPTIONS=exitcode=0 %t 1 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: WARNING: RaceMap: out-of-bounds access
// CHECK: next: no error

#include <cstdio>
#include <cstdlib>

__global__ void reachesTooFar(int *counters) {
  __threadfence();
  for (int i = 0; i < 1000000; ++i) {
    atomicAdd(counters + 64, 1);
    if (blockIdx.x == 1 && i == 50)
      atomicAdd((unsigned long long *)(counters + 64), 1ull);
  }
}

__global__ void addsTwice(int *counters) {
  __threadfence();
  for (int i = 0; i < 1000000; ++i) {
    int *other = blockIdx.x == 1 && i == 50 ? nullptr : counters;
    int sum, more;
    asm volatile("atom.global.add.s32 %0, [%2], 1;\n\t"
                 "atom.global.add.s32 %1, [%3], 1;"
                 : "=r"(sum), "=r"(more)
                 : "l"(counters + 64), "l"(other)
                 : "memory");
  }
}

__global__ void counts(int *counters) {
  __threadfence();
  for (int i = 0; i < 64; ++i)
    atomicAdd(counters + i, 1);
}

int main(int, char **argv) {
  int *small, *other;
  cudaMalloc(&small, 260);
  if (atoi(argv[1]) == 0)
    reachesTooFar<<<6, 1>>>(small);
  else
    addsTwice<<<6, 1>>>(small);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaMalloc(&other, 1024);
  counts<<<8, 32>>>(other);
  printf("next: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
