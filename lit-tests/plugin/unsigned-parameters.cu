// What the source declares unsigned is said so, also of a member of a parameter
// that is passed by value.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: param n : i32;
// CHECK-DAG: param pitch : u64;
// CHECK-DAG: param size.x : u32;
// CHECK-DAG: param size.y : i32;

struct Size {
  unsigned x;
  int y;
};

__global__ void k(float *out, int n, size_t pitch, Size size) {
  out[n * pitch + size.x * (long)size.y] = 0;
}
