// A thread that uses up nearly all of its stack races and is told of it: what
// the report takes is not taken from the thread's stack. With still less of it,
// that is a stack overflow like any other. In between, at any depth, an illegal
// access is the one or the other.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c '%t 500; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t 0; echo status $?' > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=ENDS < %t.out
// RUN: bash -c '%t 600; echo status $?' 2>&1 | FileCheck %s --check-prefix=LITTLE
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: WARNING: RaceMap: data race
// CHECK: #0 down(
// CHECK: next: 0 0
// CHECK: status 66
//
// ENDS-NOT: internal error
// ENDS: WARNING: RaceMap: out-of-bounds access
// ENDS-NOT: internal error
// ENDS: racemap: stack overflow
// ENDS-NOT: internal error
// ENDS: all have ended
// ENDS: status 66
//
// LITTLE-NOT: internal error
// LITTLE: racemap: stack overflow
// LITTLE-NOT: internal error
// LITTLE: next: 700 0
// LITTLE: status

#include <cstdio>
#include <cstdlib>

__device__ int theWord, theResult;

/// Goes on until so many bytes are between a local variable and the first one.
__device__ __noinline__ int down(const char *first, long bytes, int *word) {
  volatile char local[200];
  local[0] = 1;
  if (first - (const char *)local < bytes)
    return down(first, bytes, word) + local[0];
  *word = 1;
  return local[0];
}

__global__ void races(long bytes, int *word, int *out) {
  char first = 0;
  if (threadIdx.x == 0)
    *word = 2;
  else
    *out = down(&first, bytes, word);
}

__global__ void ends(long bytes, int thread, int *word, int *out) {
  char first = 0;
  if (threadIdx.x == thread)
    *out = down(&first, bytes, word + 1);
}

__global__ void next(int *word) { atomicAdd(word, 1); }

int main(int, char **argv) {
  int *word, *out;
  cudaGetSymbolAddress((void **)&word, theWord);
  cudaGetSymbolAddress((void **)&out, theResult);
  // The stacks of threads begin at different places of a page.
  for (long bytes = 508 << 10; !atol(argv[1]) && bytes < 514 << 10; bytes += 128)
    for (int thread = 0; thread < 16; ++thread) {
      ends<<<1, 16>>>(bytes, thread, word, out);
      if (cudaDeviceSynchronize() != cudaErrorIllegalAddress)
        return 1;
      cudaDeviceReset();
    }
  if (!atol(argv[1])) {
    fprintf(stderr, "all have ended\n");
    return 0;
  }
  races<<<1, 2>>>(atol(argv[1]) << 10, word, out);
  cudaError_t error = cudaDeviceSynchronize();
  cudaDeviceReset();
  next<<<1, 1>>>(word);
  fprintf(stderr, "next: %d %d\n", int(error), int(cudaDeviceSynchronize()));
}
