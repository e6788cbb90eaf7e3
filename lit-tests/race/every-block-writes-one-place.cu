// Blocks are not ordered: each writes the same element.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}two threads of {{.*}} write here
// BAD: of block ({{[01]}},0,0) and thread (0,0,0) of block ({{[01]}},0,0)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void finish(const float *in, float *out) {
  if (threadIdx.x == 0)
#ifdef FIXED
    out[blockIdx.x] = in[blockIdx.x];
#else
    out[0] = in[blockIdx.x];
#endif
}

void launch(const float *in, float *out) { finish<<<4, 32>>>(in, out); }
