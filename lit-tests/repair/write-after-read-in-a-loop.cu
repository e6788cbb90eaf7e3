// A neighbour is read, and overwritten in the same iteration.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'line'
// BAD: [[@LINE+10]]:5: note: insert '__syncthreads();' before this statement
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void smooth(float *data, int steps) {
  __shared__ float line[257];
  unsigned t = threadIdx.x;
  line[t] = data[t];
  __syncthreads();
  for (int i = 0; i < steps; ++i) {
    float next = line[t + 1];
    line[t] = next / 2;
    __syncthreads();
  }
  data[t] = line[t];
}

void launch(float *data, int steps) { smooth<<<1, 256>>>(data, steps); }
