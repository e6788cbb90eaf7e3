// A function of a header that launches what it is given, and that nobody here
// calls: kernels whose address goes elsewhere may come to it, the others not.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out) { out[threadIdx.x] = 1; }

inline void launchAny(void (*kernel)(unsigned *), int threads, unsigned *p) {
  kernel<<<1, threads>>>(p);
}
inline void launchFew(void (*kernel)(unsigned *), unsigned *p) {
  kernel<<<1, 32>>>(p);
}

// CHECK-LABEL: kernel "given(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1
// CHECK-NOT: launch "
KERNEL(given)
void give(unsigned *p) { launchFew(given, p); }

// CHECK-LABEL: kernel "returned(
// CHECK: launch "launch {{.*}}" block 64 grid 1
// CHECK: launch "symbolic"
KERNEL(returned)
auto get(unsigned *p) {
  returned<<<1, 64>>>(p);
  return returned;
}
