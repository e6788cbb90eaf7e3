// What a program launches when it is run without arguments is a context of its
// own, beside what its arguments can make of it.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdlib>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out) { out[threadIdx.x] = blockDim.x; }

// CHECK-LABEL: kernel "chosen(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1
// CHECK-NOT: computed blockDim.x;
// CHECK: launch "launch {{.*}} with argc == 1" block 96 grid 1;
// CHECK-NOT: launch "
KERNEL(chosen)

// CHECK-LABEL: kernel "assigned(
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block _ grid 1
// CHECK-NOT: computed blockDim.x;
// CHECK: launch "launch {{.*}} from {{.*}} with argc == 1" block 160 grid 1;
// CHECK-NOT: launch "
KERNEL(assigned)
static void assign(unsigned *p, int threads) { assigned<<<1, threads>>>(p); }

// The argument decides nothing.
// CHECK-LABEL: kernel "regardless(
// CHECK: launch "launch {{[^ ]*}}" block 64 grid 1;
// CHECK-NOT: launch "
KERNEL(regardless)

// Nobody comes here without an argument.
// CHECK-LABEL: kernel "checked(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1
// CHECK-NOT: launch "
KERNEL(checked)

// Another function's parameter is no count of arguments.
// CHECK-LABEL: kernel "other(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1
// CHECK-NOT: launch "
KERNEL(other)
void another(int argc, unsigned *p) { other<<<1, argc>>>(p); }

int main(int argc, char **argv) {
  unsigned *p = nullptr;
  int threads = argc > 1 ? atoi(argv[1]) : 96;
  chosen<<<1, threads>>>(p);
  int others = 160;
  if (argc > 1)
    others = atoi(argv[1]);
  assign(p, others);
  regardless<<<1, argc > 2 ? 64 : 64>>>(p);
  if (argc < 2)
    return 1;
  checked<<<1, atoi(argv[1])>>>(p);
}
