// What a kernel needs and the device lacks is an error of each launch, and told
// once.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ -rdc=true %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include <cstdio>

extern __device__ int nowhere(int);
__global__ void first(int *out) { *out = nowhere(1); }
__global__ void second(int *out) { *out = nowhere(2); }

int main() {
  setbuf(stdout, nullptr);
  for (int i = 0; i < 2; ++i) {
    first<<<1, 1>>>(nullptr);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  }
  second<<<1, 1>>>(nullptr);
}

// CHECK: racemap: kernel first(int*): nowhere(int): this device function is declared, but no unit
// CHECK-NEXT: cudaErrorInvalidKernelImage
// CHECK-NEXT: cudaErrorInvalidKernelImage
// CHECK-NEXT: racemap: kernel second(int*): nowhere(int)
