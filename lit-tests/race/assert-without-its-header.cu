// nvcc includes assert.h in every unit.
//
// RUN: %runtime
// RUN: %racemap check %s --block-dim=32 --grid-dim=4 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void strided(int *out, int n) {
  assert(n == 2);
  out[(blockIdx.x * blockDim.x + threadIdx.x) * n] = n;
}
