// Atomic accesses that overlap without being of the same bytes race also where
// a cell does not know their places: in a function that calls itself, and without
// debug information.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -arch=sm_80 --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1 2 3; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include <cstdlib>
#include <racemap/runtime.h>

__device__ __noinline__ void addDown(unsigned long long *data, int n) {
  if (n > 0)
    return addDown(data, n - 1);
  atomicAdd(data, 1ull);
}

template <class T> __global__ void called(unsigned long long *data) {
  if (threadIdx.x < 32)
    addDown(data, 3);
  else
    atomicAdd((T *)data, T(1));
}

template <class T>
__global__ __attribute__((nodebug)) void silent(unsigned long long *data) {
  if (threadIdx.x < 32)
    atomicAdd(data, 1ull);
  else
    atomicAdd((T *)data, T(1));
}

int main(int, char **argv) {
  using Wide = unsigned long long;
  void *kernels[] = {(void *)called<Wide>, (void *)called<int>,
                     (void *)silent<Wide>, (void *)silent<int>};
  Wide *data;
  cudaMalloc(&data, 65 * sizeof *data);
  cudaMemset(data, 0, 65 * sizeof *data);
  void *args[] = {&data};
  for (int seed = 1; seed <= 10; ++seed) {
    __racemap_set_seed(seed);
    if (cudaLaunchKernel(kernels[std::atoi(argv[1])], dim3(1), dim3(64), args,
                         0, 0) != cudaSuccess)
      return 1;
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: 10 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 0 status 0
// CHECK: 10 launches in {{.*}} orders, 10 racy words in 10 launches, 0 differences
// CHECK: kernel 1 status 66
// CHECK: 10 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 2 status 0
// CHECK: 10 launches in {{.*}} orders, 10 racy words in 10 launches, 0 differences
// CHECK: kernel 3 status 66
