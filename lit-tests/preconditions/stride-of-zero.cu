// A stride of 0 puts all elements into one place. The condition mentions only a
// parameter, so clang takes it as an assumption.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}race-free only if stride > 0, which
// BAD: note: {{.*}}say so: '__builtin_assume(stride > 0);'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void spread(const float *in, float *out, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(long)i * stride] = in[i];
}
