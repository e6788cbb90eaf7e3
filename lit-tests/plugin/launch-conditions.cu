// What held on the way to a launch.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cassert>
#include <cstdlib>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y * blockDim.y;    \
  }

// CHECK-LABEL: kernel "branch(
// CHECK: launch "launch {{.*}}:[[@LINE+7]]" block 32 grid 1 {
// CHECK-NEXT: assume n % 256 == 0;
// CHECK: launch "launch {{.*}}:[[@LINE+7]]" block 32 grid 1 {
// CHECK-NEXT: assume n % 256 != 0;
KERNEL(branch)
void branches(unsigned *p, int size) {
  if (size % 256 == 0)
    branch<<<1, 32>>>(p, size);
  else
    branch<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "early(
// CHECK-DAG: assume n < 1024;
// CHECK-DAG: assume n > 0;
// CHECK-DAG: assume n % 2 == 0;
KERNEL(early)
void exits(unsigned *p, int size) {
  if (size >= 1024)
    return;
  if (!(size > 0)) {
    exit(1);
  }
  assert(size % 2 == 0);
  { early<<<1, 32>>>(p, size); }
}

// CHECK-LABEL: kernel "loop(
// CHECK: assume n < 100;
KERNEL(loop)
void loops(unsigned *p) {
  for (int i = 0; i < 100; i++) {
    if (i == 7)
      continue;
    loop<<<1, 32>>>(p, i);
  }
}

// CHECK-LABEL: kernel "cases(
// CHECK: launch "launch {{.*}}:[[@LINE+9]]" block 512 grid 1;
// CHECK: launch "launch {{.*}}:[[@LINE+12]]" block _ grid 1 {
// CHECK-NEXT: assume blockDim.x == 256 || blockDim.x == 128;
// CHECK-NEXT: }
// CHECK-EMPTY:
__global__ void cases(unsigned *out) { out[threadIdx.x] = 1; }
void select(unsigned *p, int threads) {
  switch (threads) {
  case 512:
    cases<<<1, threads>>>(p);
    break;
  case 256:
  case 128:
    cases<<<1, threads>>>(p);
  }
}
