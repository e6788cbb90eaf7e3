// A lock of atomicCAS and atomicExch guards a counter, for the threads of one
// block and of several. Fences keep what it guards inside.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t acquire; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t release; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t block; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

__device__ int lock, counter;

#define COUNT(NAME, ACQUIRE, RELEASE)                                          \
  __global__ void NAME() {                                                     \
    bool done = false;                                                         \
    while (!done) {                                                            \
      if (atomicCAS(&lock, 0, 1) == 0) {                                       \
        ACQUIRE;                                                               \
        ++counter;                                                             \
        RELEASE;                                                               \
        atomicExch(&lock, 0);                                                  \
        done = true;                                                           \
      }                                                                        \
    }                                                                          \
  }
COUNT(good, __threadfence(), __threadfence())
COUNT(acquires, __threadfence(), )
COUNT(releases, , __threadfence())
COUNT(inTheBlock, __threadfence_block(), __threadfence_block())

int main(int, char **argv) {
  auto kernel = !std::strcmp(argv[1], "good")      ? good
                : !std::strcmp(argv[1], "acquire") ? acquires
                : !std::strcmp(argv[1], "release") ? releases
                                                   : inTheBlock;
  kernel<<<3, 40>>>();
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  int total = 0;
  cudaMemcpyFromSymbol(&total, counter, sizeof(int));
  return total == 120 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Location is 0 bytes into a 4-byte variable 'counter'
// CHECK: status 66
// GOOD-NOT: RaceMap
