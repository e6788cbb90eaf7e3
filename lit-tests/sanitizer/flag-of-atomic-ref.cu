// A flag says that data is there: released by one block, acquired by another.
//
// RUN: %racemap cc --sanitize --device=cpu -DSCOPE=device -DSET=release -DGET=acquire %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu -DSCOPE=device -DSET=relaxed -DGET=acquire %s -o %t.r
// RUN: bash -c '%t.r; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DSCOPE=device -DSET=release -DGET=relaxed %s -o %t.a
// RUN: bash -c '%t.a; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DSCOPE=block -DSET=release -DGET=acquire %s -o %t.b
// RUN: bash -c '%t.b; echo status $?' 2>&1 | FileCheck %s

#include <cuda/atomic>

#define JOIN2(A, B) A##B
#define JOIN(A, B) JOIN2(A, B)

__global__ void handOver(int *data, int *flag) {
  cuda::atomic_ref<int, JOIN(cuda::thread_scope_, SCOPE)> ready(*flag);
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, JOIN(cuda::memory_order_, SET));
  } else {
    while (ready.load(JOIN(cuda::memory_order_, GET)) == 0)
      ;
    *data += 1;
  }
}

int main() {
  int *data, *flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  handOver<<<2, 32>>>(data, flag);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *data == 43 ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: status 66
// GOOD-NOT: RaceMap
