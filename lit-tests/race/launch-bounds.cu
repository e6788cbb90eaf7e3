// The threads of a block of at most 64 have an element each; without the bound
// there can be more threads than elements.
//
// RUN: %bare
// RUN: not %racemap check %s -- -DBOUNDS= 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --json=%t.json -- '-DBOUNDS=__launch_bounds__(64)' \
// RUN:   2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// JSON: "__launch_bounds__(64)"

__global__ void BOUNDS wrapped(int *out) {
  if (blockIdx.x == 0)
    out[threadIdx.x & 63] = threadIdx.x;
}
