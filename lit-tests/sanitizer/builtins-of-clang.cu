// clang's __atomic_* and __scoped_atomic_* builtins order what they say; CUDA's
// own functions, which are the same instructions, order nothing. (clang leaves
// the scope out of its code.)
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c 'for k in 0 1 2; do %t $k; echo good $k status $?; done' 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: bash -c 'for k in 3 4 5 6; do RACEMAP_OPTIONS=print_limit=0 %t $k; echo bad $k status $?; done' 2>&1 | FileCheck %s

#include <cstdlib>

template <int Kind> __device__ void set(int *flag) {
  if (Kind == 0)
    __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
  if (Kind == 1)
    __atomic_fetch_add(flag, 1, __ATOMIC_SEQ_CST);
  if (Kind == 2)
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
  if (Kind == 3)
    __scoped_atomic_store_n(flag, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  if (Kind == 4)
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
  if (Kind == 5)
    atomicAdd(flag, 1);
  if (Kind == 6)
    __atomic_fetch_add(flag, 1, __ATOMIC_RELAXED);
}

template <int Kind> __global__ void handOver(int *data, int *flag) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 42;
    set<Kind>(flag);
  } else {
    while (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE,
                                  __MEMORY_SCOPE_DEVICE) == 0)
      ;
    *data += 1;
  }
}

int main(int, char **argv) {
  void *kernels[] = {(void *)handOver<0>, (void *)handOver<1>,
                     (void *)handOver<2>, (void *)handOver<3>,
                     (void *)handOver<4>, (void *)handOver<5>,
                     (void *)handOver<6>};
  int *data, *flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  void *args[] = {&data, &flag};
  cudaLaunchKernel(kernels[std::atoi(argv[1])], dim3(2), dim3(32), args, 0, 0);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *data == 43 ? 0 : 2;
}

// GOOD: good 0 status 0
// GOOD: good 1 status 0
// GOOD: good 2 status 0
// CHECK: bad 3 status 66
// CHECK: bad 4 status 66
// CHECK: bad 5 status 66
// CHECK: bad 6 status 66
