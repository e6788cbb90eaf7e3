// All threads of a block write and fence, wait for each other, and one takes
// the number: what they have fenced is told by it. Without the fence, or with
// one before what it is to tell, the sums race.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t behind 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t before; echo status $?' 2>&1 | FileCheck %s
// RUN: bash -c '%t none; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

constexpr int blocks = 8, threads = 64;
enum class Fence { None, Before, Behind };

__device__ unsigned int tickets;

template <Fence Where> __global__ void reduce(int *partial, int *sum) {
  __shared__ bool isLast;
  if constexpr (Where == Fence::Before)
    __threadfence();
  partial[blockIdx.x * threads + threadIdx.x] = 1;
  if constexpr (Where == Fence::Behind)
    __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicAdd(&tickets, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int total = 0;
    for (int i = 0; i < blocks * threads; ++i)
      total += partial[i];
    *sum = total;
  }
}

int main(int, char **argv) {
  int *partial, *sum;
  cudaMallocManaged(&partial, blocks * threads * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  auto kernel = !std::strcmp(argv[1], "behind")   ? reduce<Fence::Behind>
                : !std::strcmp(argv[1], "before") ? reduce<Fence::Before>
                                                  : reduce<Fence::None>;
  kernel<<<blocks, threads>>>(partial, sum);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  return *sum == blocks * threads ? 0 : 2;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Read of 4 bytes
// CHECK: Previous write of 4 bytes
// CHECK: status 66
// GOOD-NOT: RaceMap
