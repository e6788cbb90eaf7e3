// A program that goes on after a kernel has failed is told once, after a thousand
// calls that did nothing; each of them has returned the error.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ %s -o %t
// RUN: %t 2>&1 | FileCheck %s
#include <cstdio>

__global__ void fail() { __trap(); }

int main() {
  setbuf(stdout, nullptr);
  int *p, other = 0;
  cudaMalloc(&p, 4);
  fail<<<1, 1>>>();
  for (int i = 1; i <= 2500; ++i) {
    if (i == 998)
      printf("call %d\n", i);
    other += cudaMemset(p, 0, 4) != cudaErrorLaunchFailure;
    if (i == 1002)
      printf("call %d\n", i);
  }
  printf("%d other errors\n", other);
}

// CHECK: call 998
// CHECK-NEXT: racemap: a kernel has failed, and the program goes on: 1000 calls have done nothing since, and returned 'launch failure'; look at what calls return, or call cudaDeviceReset()
// CHECK-NEXT: call 1002
// CHECK-NEXT: 0 other errors
