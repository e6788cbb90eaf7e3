// The kernel asks for blockDim.y, but its index does not depend on threadIdx.y.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}race if blockDim.y != 1; no launch
// BAD: note: {{.*}}if no launch has blockDim.y != 1, say so: 'RACEMAP_ASSUME(blockDim.y == 1);'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void copy(const float *in, float *out) {
  unsigned lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + lane];
}
