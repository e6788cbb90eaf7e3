// A barrier under a condition that differs between threads which go on behind
// it is divergent.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: :[[#@LINE+11]]:5: warning: barrier divergence in kernel {{.*}}(provable)
// BAD: 1 kernel: 0 race-free, 0 racy, 1 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void k(int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  s[threadIdx.x] = i;
#ifndef FIXED
  if (i < n) {
    s[threadIdx.x] += 1;
    __syncthreads();
  }
#else
  if (i < n)
    s[threadIdx.x] += 1;
  __syncthreads();
#endif
  out[i] = s[threadIdx.x ^ 1];
}

void launch(int *out, int n) { k<<<8, 256>>>(out, n); }
