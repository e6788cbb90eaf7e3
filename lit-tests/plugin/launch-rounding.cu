// Quotients that the host rounds in floating point, in integers.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// CHECK-LABEL: kernel "up(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: assume gridDim.x == n / 32 + (n % 32 != 0 && n % 32 >= 0 ? 1 : 0);
// CHECK-NOT: launch
KERNEL(up)
void ups(unsigned *p, int n) {
  up<<<(int)ceil(n / 32.0), 32>>>(p, n);
  up<<<std::ceil((double)n / (double)32), 32>>>(p, n);
  up<<<dim3(ceil(1.0 * n / 32)), 32>>>(p, n);
}

// CHECK-LABEL: kernel "toZero(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: assume gridDim.x == n / 32;
// CHECK-NOT: launch
KERNEL(toZero)
void toZeros(unsigned *p, int n) { toZero<<<(int)(n / 32.), 32>>>(p, n); }

// CHECK-LABEL: kernel "down(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: assume gridDim.x == n / 32 - (n % 32 != 0 && n % 32 < 0 ? 1 : 0);
// CHECK-NOT: launch
KERNEL(down)
void downs(unsigned *p, int n) { down<<<(int)floor(n / 32.), 32>>>(p, n); }

// A float has these numbers.
// CHECK-LABEL: kernel "inFloat(
// CHECK: launch "launch {{.*}}" block 32 grid 4;
// CHECK: launch "launch {{.*}}" block 32 grid 7;
KERNEL(inFloat)
void inFloats(unsigned *p, int n) {
  const int all = 100;
  inFloat<<<(unsigned)ceilf((float)all / 32), 32>>>(p, n);
  inFloat<<<(int)std::floor(all / 13.f), 32>>>(p, n);
}

// Where it may be rounded to another number, and what is no integer.
// CHECK-LABEL: kernel "notExact(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch
// CHECK: relevant
KERNEL(notExact)
float ceil(float x, int);
void notExacts(unsigned *p, int n, size_t all, double x) {
  notExact<<<(int)ceilf((float)n / 32), 32>>>(p, n);
  notExact<<<(int)ceil(1.0 * ((float)n / 32)), 32>>>(p, n);
  notExact<<<(int)ceil((float)n / 32.0), 32>>>(p, n);
  notExact<<<(int)ceil(all / 32.0), 32>>>(p, n);
  notExact<<<(int)ceil(n / 32.5), 32>>>(p, n);
  notExact<<<(int)ceil((float)(n / 32.0)), 32>>>(p, n);
  notExact<<<(int)ceil(x), 32>>>(p, n);
  notExact<<<(int)round(n / 32.0), 32>>>(p, n);
}
