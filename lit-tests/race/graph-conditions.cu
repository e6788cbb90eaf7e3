// Whoever sets a condition of a graph does it alone.
//
// RUN: %runtime
// RUN: not %racemap check %s --kernel=Racy --block-dim=32 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good --block-dim=32 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'graph condition
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void oneGood(cudaGraphConditionalHandle handle, const int *in) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    cudaGraphSetConditional(handle, in[0] > 1);
}

__global__ void allRacy(cudaGraphConditionalHandle handle, const int *in) {
  cudaGraphSetConditional(handle, in[0] > 1);
}
