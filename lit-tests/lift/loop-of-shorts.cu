// A short that is counted up by a number of another width: C++ adds in the
// width of an int, and what is kept is a sum of shorts.
//
// RUN: %bare
// RUN: %racemap check %s --emit-map=- 2>/dev/null | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK-LABEL: kernel "up(
// CHECK: let [[I:t[0-9]+]] = u16(threadIdx.x) + u16(it) * u16(blockDim.x);
// CHECK-SAME: [[I]] < n
__global__ void up(float *a, short n) {
  for (short i = threadIdx.x; i < n; i += blockDim.x)
    a[i] = i;
}

// CHECK-LABEL: kernel "down(
// CHECK: for i : i16 counter it = u16(threadIdx.x); i32(i) > -20; i += 0 - u16(blockDim.x)
__global__ void down(float *a) {
  for (short i = threadIdx.x; i > -20; i -= blockDim.x)
    a[i + 1000] = i;
}
