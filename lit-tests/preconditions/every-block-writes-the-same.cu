// Every block writes the same elements: there can be one only.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}race if gridDim.x != 1; no launch
// BAD: note: if no launch has gridDim.x != 1, say so: 'RACEMAP_ASSUME(gridDim.x == 1);' (racemap/racemap.h)
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void sums(const float *in, float *out) {
  out[threadIdx.x] = in[blockIdx.x] + in[threadIdx.x];
}
