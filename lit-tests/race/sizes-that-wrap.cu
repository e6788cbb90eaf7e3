// Sizes that the host passes may wrap where those of the kernel's own indices
// are taken not to; and no launch has sizes that no GPU has, however they come
// about.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy -- -I%prefix/include 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good --json=%t.json -- -I%prefix/include 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=NAMED --input-file=%t.json
// RUN: %racemap check %s --kernel=Never -- -I%prefix/include 2>&1 | FileCheck %s --check-prefix=NEVER
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-2: (provable)
// CHECK: 'partsRacy(int*, int*)' is undecided: race if gridDim.x * blockDim.x >= 2147483648;
// CHECK: (provable)
// CHECK: 3 kernels: 0 race-free, 2 racy, 1 unknown
// NAMED: "gridDim.x * blockDim.x < 2147483648"
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown
// NEVER: 1 kernel: 0 race-free, 0 racy, 1 unknown
#include <racemap/racemap.h>

// 2^31 threads, and n is 0.
__global__ void elementsRacy(int *out, unsigned n) {
  if (n == 0)
    out[0] = blockIdx.x;
}

__global__ void elementsGood(int *out, unsigned n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
  if (n == 0)
    out[0] = blockIdx.x;
}

// The parts are one and the same where the size wraps, which nobody means.
__global__ void partsRacy(int *low, int *high) {
  if (blockIdx.x != 0)
    return;
  if (threadIdx.x == 0)
    low[0] = 5;
  if (threadIdx.x == 1)
    high[0] = 6;
}

// More than 65,535 rows of blocks only.
__global__ void rowsGood(int *out, int p, int q) {
  RACEMAP_ASSUME(p >= 0 && p < 30000 && q >= 0 && q < 30000);
  RACEMAP_ASSUME(gridDim.y == p * q);
  if (p + q > 600 && p - q < 10 && q - p < 10)
    out[0] = threadIdx.x;
}

__global__ void rowsRacy(int *out, int p, int q) {
  RACEMAP_ASSUME(p >= 0 && p < 30000 && q >= 0 && q < 30000);
  RACEMAP_ASSUME(gridDim.y == p * q);
  if (p + q > 400 && p - q < 10 && q - p < 10)
    out[0] = threadIdx.x;
}

__global__ void rowsNever(int *out, int n) {
  RACEMAP_ASSUME(n > 30000 && n < 40000);
  RACEMAP_ASSUME(gridDim.y == n * 4);
  out[((size_t)blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x +
      threadIdx.x] = 1;
}

void launch(int *out, unsigned blocks, unsigned threads) {
  elementsRacy<<<blocks, threads>>>(out, blocks * (threads * 2));
  elementsGood<<<blocks, threads>>>(out, blocks * (threads * 2));
  partsRacy<<<blocks, threads>>>(out, out + blocks * (threads * 2));
}
