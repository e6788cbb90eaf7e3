// A flag says that data is there: released by one block, acquired by another.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t relaxed; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t early; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t block; echo status $?' 2>&1 | FileCheck %s

#include <cstring>
#include <cuda/atomic>

template <cuda::thread_scope Scope, cuda::memory_order Set,
          cuda::memory_order Get>
__global__ void handOver(int *data, int *flag) {
  cuda::atomic_ref<int, Scope> ready(*flag);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, Set);
  } else {
    while (ready.load(Get) == 0)
      ;
    *data += 1;
  }
}

int main(int, char **argv) {
  int *data, *flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  auto kernel = handOver<cuda::thread_scope_device, cuda::memory_order_release,
                         cuda::memory_order_acquire>;
  if (!std::strcmp(argv[1], "relaxed"))
    kernel = handOver<cuda::thread_scope_device, cuda::memory_order_relaxed,
                      cuda::memory_order_acquire>;
  else if (!std::strcmp(argv[1], "early"))
    kernel = handOver<cuda::thread_scope_device, cuda::memory_order_release,
                      cuda::memory_order_relaxed>;
  else if (!std::strcmp(argv[1], "block"))
    kernel = handOver<cuda::thread_scope_block, cuda::memory_order_release,
                      cuda::memory_order_acquire>;
  kernel<<<2, 32>>>(data, flag);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *data == 43 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
// GOOD-NOT: RaceMap
