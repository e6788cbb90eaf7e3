// Assumptions that depend on the thread, stand in a loop, or where only some
// come. Each is used; a finding for which another thread of its launch would
// break one is not certain.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy -- -I%prefix/include 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good --strict -- -I%prefix/include 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: %racemap check %s --kernel=Broken -- -I%prefix/include 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BROKEN --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-4: (provable)
// CHECK: 4 kernels: 0 race-free, 4 racy, 0 unknown
// GOOD: 4 kernels: 4 race-free, 0 racy, 0 unknown
// BROKEN: 3 kernels: 0 race-free, 0 racy, 3 unknown

#include <racemap/racemap.h>

__global__ void lanesGood(int *out) {
  RACEMAP_ASSUME(threadIdx.x < 4);
  out[threadIdx.x & 3] = threadIdx.x;
}

__global__ void lanesRacy(int *out) {
  RACEMAP_ASSUME(threadIdx.x < 8);
  out[threadIdx.x & 3] = threadIdx.x;
}

// No thread 4 to 7 keeps to it.
__global__ void lanesBroken(int *out) {
  RACEMAP_ASSUME(threadIdx.x < 8);
  out[threadIdx.x & 3] = threadIdx.x;
}

__global__ void loopGood(int *out, int n, int row) {
  for (int i = 0; i < n; ++i) {
    RACEMAP_ASSUME(i < row && row < 100);
    out[threadIdx.x * row + i] = i;
  }
}

__global__ void loopRacy(int *out, int n, int row) {
  for (int i = 0; i < n; ++i) {
    RACEMAP_ASSUME(i <= row && row < 100);
    out[threadIdx.x * row + i] = i;
  }
}

__global__ void someGood(int *out, int n) {
  if (threadIdx.x > 0)
    RACEMAP_ASSUME(n > 70);
  out[threadIdx.x < n ? threadIdx.x : 0] = threadIdx.x;
}

__global__ void someRacy(int *out, int n) {
  if (threadIdx.x > 0)
    RACEMAP_ASSUME(n > 50);
  out[threadIdx.x < n ? threadIdx.x : 0] = threadIdx.x;
}

// Threads 0 and 5 keep to it, and 6 does not.
__global__ void someBroken(int *out, int n) {
  if (threadIdx.x > 5)
    RACEMAP_ASSUME(n > 70);
  out[threadIdx.x < n ? threadIdx.x : 0] = threadIdx.x;
}

// More threads than anybody would look at one by one.
__global__ void manyRacy(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  RACEMAP_ASSUME(i < n);
  out[i / 2] = i;
}

__global__ void manyGood(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  RACEMAP_ASSUME(i < n);
  out[i < n ? i : 0] = i;
}

// The last thread does not keep to it.
__global__ void manyBroken(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  RACEMAP_ASSUME(i < n);
  out[i / 2] = i;
}

void launch(int *out, int n) {
  lanesGood<<<1, 4>>>(out);
  lanesRacy<<<1, 8>>>(out);
  lanesBroken<<<1, 9>>>(out);
  loopGood<<<1, 64>>>(out, 20, 20);
  loopRacy<<<1, 64>>>(out, 21, 20);
  someGood<<<1, 64>>>(out, n);
  someRacy<<<1, 64>>>(out, 60);
  someBroken<<<1, 64>>>(out, 3);
  manyGood<<<1000, 256>>>(out, n);
  manyRacy<<<1000, 256>>>(out, 256000);
  manyBroken<<<1000, 256>>>(out, 255999);
}
