// Who has drawn the last number sets the counter back: it has read what all others
// wrote, also in a kernel without a fence. Who has not drawn it races.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include <cstdlib>
#include <racemap/runtime.h>

__device__ int drawn;

template <bool Last> __global__ void draw() {
  if (threadIdx.x == 0 && (atomicAdd(&drawn, 1) == gridDim.x - 1) == Last)
    drawn = 0;
}

int main(int, char **argv) {
  void *kernels[] = {(void *)draw<true>, (void *)draw<false>};
  for (int seed = 1; seed <= 20; ++seed) {
    __racemap_set_seed(seed);
    cudaLaunchKernel(kernels[std::atoi(argv[1])], dim3(4), dim3(32), nullptr, 0,
                     0);
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 0 status 0
// CHECK: 20 launches in {{.*}} orders, 20 racy words in 20 launches, 0 differences
// CHECK: kernel 1 status 66
