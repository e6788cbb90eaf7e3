// A kernel that does not ask for its block is written for one. Where no launch
// is in sight, that is a remark; a launch of several blocks is a warning, also
// if only the run knows how many.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s -- -DBLOCKS=4 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SEVERAL
// RUN: not %racemap check --budget-ms=60000 %s -- -DBLOCKS=blocks 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SEVERAL
// RUN: %racemap check --budget-ms=60000 %s -- -DBLOCKS=1 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ONE --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: is undecided: race if gridDim.x != 1; no launch in sight
// CHECK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// SEVERAL: warning: data race on 'out'
// SEVERAL: 1 kernel: 0 race-free, 1 racy, 0 unknown
// ONE: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void sums(const int *in, int *out) {
  out[threadIdx.x] += in[threadIdx.x];
}

#ifdef BLOCKS
void launch(const int *in, int *out, int blocks) {
  sums<<<BLOCKS, 256>>>(in, out);
}
#endif
