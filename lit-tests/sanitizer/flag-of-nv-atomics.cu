// nvcc's own atomic functions release and acquire as they are told to.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t relaxed; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t early; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t block; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

#define HAND_OVER(NAME, SET, GET, SCOPE)                                       \
  __global__ void NAME(int *data, int *flag) {                                 \
    if (threadIdx.x != 0)                                                      \
      return;                                                                  \
    if (blockIdx.x == 0) {                                                     \
      *data = 42;                                                              \
      __nv_atomic_store_n(flag, 1, __NV_ATOMIC_##SET,                          \
                          __NV_THREAD_SCOPE_##SCOPE);                          \
    } else {                                                                   \
      while (__nv_atomic_load_n(flag, __NV_ATOMIC_##GET,                       \
                                __NV_THREAD_SCOPE_##SCOPE) == 0)               \
        ;                                                                      \
      *data += 1;                                                              \
    }                                                                          \
  }
HAND_OVER(good, RELEASE, ACQUIRE, DEVICE)
HAND_OVER(relaxed, RELAXED, ACQUIRE, DEVICE)
HAND_OVER(early, RELEASE, RELAXED, DEVICE)
HAND_OVER(ofTheBlock, RELEASE, ACQUIRE, BLOCK)

int main(int, char **argv) {
  int *data, *flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  auto kernel = !std::strcmp(argv[1], "good")      ? good
                : !std::strcmp(argv[1], "relaxed") ? relaxed
                : !std::strcmp(argv[1], "early")   ? early
                                                   : ofTheBlock;
  kernel<<<2, 32>>>(data, flag);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *data == 43 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
// GOOD-NOT: RaceMap
