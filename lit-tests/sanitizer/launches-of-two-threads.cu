// Two threads of the host launch kernels at once: one runs at a time, and each
// race is told of the kernel that has it.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: sh %S/../cli/Inputs/status.sh 66 %t 2>&1 | FileCheck %s
#include <thread>

constexpr int Launches = 300;

// Each launch races once.
__global__ void racy(int *a) { *a = threadIdx.x; }

// So many sites and blocks that the other one is not to be mistaken for it.
__global__ void good(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  a[i + 256] = a[i] + 1;
  a[i + 512] = a[i + 256] + 1;
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 4);
  cudaMalloc(&b, 768 * sizeof(int));
  std::thread other([&] {
    for (int i = 0; i < Launches; ++i)
      good<<<8, 32>>>(b);
  });
  for (int i = 0; i < Launches; ++i)
    racy<<<1, 2>>>(a);
  other.join();
  cudaDeviceSynchronize();
}

// CHECK: WARNING: RaceMap: data race
// CHECK: racy(int*) <<<(1,1,1), (2,1,1)>>>
// CHECK-NOT: WARNING
// CHECK: SUMMARY: RaceMap: 1 data race, seen 300 times
