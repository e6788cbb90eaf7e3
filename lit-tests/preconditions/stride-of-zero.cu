// A stride of 0 puts all elements into one place. The condition mentions only a
// parameter, so clang takes it as an assumption.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 --level=possible | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REMARK: undecided: race if stride <= 0;
// REMARK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// BAD: warning: data race on 'out' {{.*}}race if stride <= 0; no launch
// BAD: note: {{.*}}say so: 'RACEMAP_ASSUME(stride > 0);'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void spread(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(long)i * stride] = in[i];
}
