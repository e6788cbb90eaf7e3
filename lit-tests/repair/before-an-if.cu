// What one thread prepares, all read under a condition that all decide alike:
// outside of it is as good as inside, and preferred.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'scale'
// BAD: [[@LINE+7]]:3: note: insert '__syncthreads();' before this statement
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void apply(const float *in, float *out, int n) {
  __shared__ float scale;
  if (threadIdx.x == 0)
    scale = in[0];
  if (n > 0) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = scale;
  }
}

void launch(const float *in, float *out, int n) {
  apply<<<4, 256>>>(in, out, n);
}
