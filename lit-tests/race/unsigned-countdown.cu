// An unsigned index that counts down ends by wrapping: all threads write all
// elements, unless each has a row of its own.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void fill(int *out, unsigned n) {
  for (unsigned i = n - 1; i < n; --i)
#ifdef FIXED
    if (i % blockDim.x == threadIdx.x && blockIdx.x == 0)
      out[i] = threadIdx.x;
#else
    out[i] = threadIdx.x;
#endif
}
