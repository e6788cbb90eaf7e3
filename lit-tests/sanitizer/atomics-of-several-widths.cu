// Atomic accesses are atomic for each other if they are of the same bytes; in
// kernels with fences as in those without.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -arch=sm_80 --kernel=^$ %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1:print_limit=0 bash -c 'for k in 0 1 2 3 4 5; do %t $k; echo kernel $k status $?; done' 2>&1 | FileCheck %s

#include <cstdlib>
#include <racemap/runtime.h>

enum Other { Same, Half, Behind };

// Some threads add to 8 bytes, others to the first or the second half of them; or
// all of those come behind a barrier.
template <Other Which, bool Fences> __global__ void add(int *data) {
  auto *wide = (unsigned long long *)data;
  if (Fences)
    __threadfence();
  if (threadIdx.x < 32)
    atomicAdd(wide, 1ull);
  if (Which == Behind)
    __syncthreads();
  if (threadIdx.x >= 32 && Which == Same)
    atomicAdd(wide, 1ull);
  if (threadIdx.x >= 32 && Which != Same)
    atomicAdd(&data[1], 1);
}

int main(int, char **argv) {
  void *kernels[] = {(void *)add<Same, false>,   (void *)add<Same, true>,
                     (void *)add<Half, false>,   (void *)add<Half, true>,
                     (void *)add<Behind, false>, (void *)add<Behind, true>};
  int *data;
  cudaMalloc(&data, 8 * sizeof(int));
  void *args[] = {&data};
  for (int seed = 1; seed <= 20; ++seed) {
    __racemap_set_seed(seed);
    if (cudaLaunchKernel(kernels[std::atoi(argv[1])], dim3(1), dim3(64), args,
                         0, 0) != cudaSuccess)
      return 1;
  }
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 0 status 0
// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 1 status 0
// CHECK: 20 launches in {{.*}} orders, 20 racy words in 20 launches, 0 differences
// CHECK: kernel 2 status 66
// CHECK: 20 launches in {{.*}} orders, 20 racy words in 20 launches, 0 differences
// CHECK: kernel 3 status 66
// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 4 status 0
// CHECK: 20 launches in {{.*}} orders, 0 racy words in 0 launches, 0 differences
// CHECK: kernel 5 status 0
