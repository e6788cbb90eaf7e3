// A launch through a local variable that is only ever assigned kernels is one of
// each of them. One through a variable that may be something else may launch any
// kernel whose address is taken.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only -w %s -DUNKNOWN \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=UNKNOWN
// RUN: %clangxx_cuda -fsyntax-only -w %s -DCAUGHT \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=CAUGHT
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// CHECK-LABEL: kernel "first(
// CHECK: launch "launch {{.*}}:[[#CHOSEN:]]" block 64 grid 4
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "second(
// CHECK: launch "launch {{.*}}:[[#CHOSEN]]" block 64 grid 4
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "third(
// CHECK: launch "launch {{.*}}:[[#CHOSEN]]" block 64 grid 4
// CHECK-NOT: launch "
KERNEL(first)
KERNEL(second)
KERNEL(third)
void choose(unsigned *p, int n, int which) {
  void (*kernel)(unsigned *, int) = nullptr;
  for (int k = 0; k < which; ++k) {
    switch (k) {
    case 0:
      kernel = &first;
      break;
    case 1:
      kernel = second;
      break;
    default:
      kernel = (third);
    }
    if (!kernel)
      continue;
    kernel<<<4, 64>>>(p, n);
  }
}

// What else it is, is not known: it may be any of them.
// UNKNOWN-LABEL: kernel "first(
// UNKNOWN: launch "launch {{.*}}" block 64 grid 4
// UNKNOWN: launch "symbolic"
// UNKNOWN-LABEL: kernel "elsewhere(
// UNKNOWN: launch "symbolic"
#ifdef UNKNOWN
KERNEL(elsewhere)
void (*another())(unsigned *, int);
void chooseElsewhere(unsigned *p, int n) {
  void (*kernel)(unsigned *, int) = elsewhere;
  if (n > 4)
    kernel = another();
  kernel<<<4, 64>>>(p, n);
}
#endif

// What is caught is what somebody has thrown, if nothing else is assigned.
// CAUGHT-LABEL: kernel "thrown(
// CAUGHT: launch "launch {{.*}}" block 32 grid 1
// CAUGHT: launch "symbolic"
// CAUGHT-LABEL: kernel "instead(
#ifdef CAUGHT
KERNEL(thrown)
KERNEL(instead)
void throwOne() { throw &thrown; }
void catchOne(unsigned *p, int n) {
  thrown<<<1, 32>>>(p, n);
  try {
    throwOne();
  } catch (void (*kernel)(unsigned *, int)) {
    if (n > 64)
      kernel = instead;
    kernel<<<4, 64>>>(p, n);
  }
}
#endif
