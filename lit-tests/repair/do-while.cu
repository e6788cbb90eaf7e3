// The body of a do loop that begins with a condition: the barrier belongs into
// the loop, before the condition.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's' {{.*}}
// BAD: note: {{.*}}in a later iteration of the loop at line 19
// BAD: [[@LINE+7]]:5: note: insert '__syncthreads();' before this statement
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void pass(float *out, int n) {
  __shared__ float s[257];
  int i = 0;
  do {
    if (n > 3)
      out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 1];
    __syncthreads();
    s[threadIdx.x] = i;
    ++i;
  } while (i < n);
}

void launch(float *out, int n) { pass<<<4, 256>>>(out, n); }
