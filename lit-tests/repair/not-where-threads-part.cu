// A race in the branch of some threads: a barrier there would be divergent, so
// the one place is before the branches.
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
// BAD-NOT: insert
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void exchange(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = 1;
  if (threadIdx.x < 100) {
    float other = s[255 - threadIdx.x];
    out[threadIdx.x] = other;
  }
}

void launch(float *out) { exchange<<<1, 256>>>(out); }
