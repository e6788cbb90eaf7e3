// Functions that call the function that they are given, as those that measure
// do: it is called with what they are given for it, over that call alone. What
// may be kept can be called by others.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <utility>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

template <typename Function, typename... Args>
static void measure(int times, Function run, Args &&...args) {
  for (int i = 0; i < times; ++i)
    run(std::forward<Args>(args)...);
}

KERNEL(small)
static void runSmall(unsigned *p, int n) { small<<<(n + 63) / 64, 64>>>(p, n); }
KERNEL(large)
static void runLarge(unsigned *p, int n) { large<<<16, 256>>>(p, n); }

// One function of two, each over its own call.
// CHECK-LABEL: kernel "small(
// CHECK: launch "launch {{.*}} from {{.*}}:22 from {{.*}}:[[@LINE+10]]" block 64 grid _ {
// CHECK-DAG: assume n <= 1024;
// CHECK-DAG: assume gridDim.x == (n +s 63) / 64;
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "large(
// CHECK: launch "launch {{.*}} from {{.*}}:22 from {{.*}}:[[@LINE+7]]" block 256 grid 16 {
// CHECK-NEXT: assume n > 1024;
// CHECK-NOT: launch "
void choose(unsigned *p, int n) {
  if (n <= 1024)
    measure(5, runSmall, p, n);
  else
    measure(5, &runLarge, p, n);
}

// Named for something else as well.
// CHECK-LABEL: kernel "named(
// CHECK: launch "launch {{.*}}:[[@LINE+5]]" block 32 grid 4 {
// CHECK-NEXT: computed n;
// CHECK: launch "launch {{.*}} from {{.*}}:22 from {{.*}}:[[@LINE+6]]" block 32 grid 4 {
// CHECK-NEXT: assume n == 7;
KERNEL(named)
static void runNamed(unsigned *p, int n) { named<<<4, 32>>>(p, n); }
void keep(void (*run)(unsigned *, int));
void nameIt(unsigned *p) {
  measure(5, runNamed, p, 7);
  keep(runNamed);
}

// Kept by what is given it.
// CHECK-LABEL: kernel "kept(
// CHECK: launch "launch {{.*}}:[[@LINE+5]]" block 32 grid 4 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
// CHECK-NOT: launch "
KERNEL(kept)
static void runKept(unsigned *p, int n) { kept<<<4, 32>>>(p, n); }
static void (*later)(unsigned *, int);
template <typename Function>
static void callAndKeep(Function run, unsigned *p) {
  run(p, 7);
  later = run;
}
void keepIt(unsigned *p, int n) {
  callAndKeep(runKept, p);
  later(p, n);
}

// That it is given, and that it is called, are one of three calls.
// CHECK-LABEL: kernel "far(
// CHECK: launch "launch {{.*}} from {{.*}}:22 from {{.*}}:[[@LINE+6]] from {{.*}}:[[@LINE+5]] from {{.*}}:[[@LINE+7]] from {{.*}}:[[@LINE+8]]" block 32 grid 8 {
// CHECK-NEXT: assume n == 5;
// CHECK-NOT: launch "
KERNEL(far)
static void runFar(unsigned *p, int n) { far<<<8, 32>>>(p, n); }
static void callOnce(void (*run)(unsigned *, int), unsigned *p) { run(p, 5); }
static void nearer(unsigned *p, int n) { measure(5, runFar, p, n); }
static void nearest(unsigned *p) { callOnce(nearer, p); }
void begin(unsigned *p) { nearest(p); }
