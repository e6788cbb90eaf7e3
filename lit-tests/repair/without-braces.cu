// The body of a condition or a loop without braces is no place for a barrier:
// the statement around it is.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: [[@LINE+7]]:3: note: insert '__syncthreads();' before this statement
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void total(float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  s[threadIdx.x] = 1;
  for (int i = 0; i < n; ++i)
    if (i < 256)
      sum += s[i];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

void launch(float *out, int n) { total<<<4, 256>>>(out, n); }
