// A kernel template in a header: the warning is in the header, once for all
// instances.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only %s 2>&1 | FileCheck %s
#include "Inputs/kernels.cuh"
void launch(int *out) {
  shift<1><<<1, 256>>>(out);
  shift<2><<<1, 256>>>(out);
}
// CHECK: kernels.cuh:3:18: warning: data race on 'a' in kernel 'void shift<1>(int*)'
// CHECK-NOT: warning: data race
// CHECK: 1 warning generated
