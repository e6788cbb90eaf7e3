// What one launch of a kernel needs is no condition for a kernel that another
// launch in sight gives the opposite: nobody is told to assume a single block
// where there are four.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not='RACEMAP_ASSUME(gridDim.x == 1)' \
// RUN:     --implicit-check-not='race if gridDim.x'
// RUN: not %racemap check %s -- -DALONE 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ALONE
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'o' in kernel 'fold(float*)'
// ALONE: warning: data race on 'o' in kernel 'fold(float*)': race if gridDim.x != 1
// ALONE: RACEMAP_ASSUME(gridDim.x == 1)

__global__ void fold(float *o) { o[threadIdx.x] = blockIdx.x; }

void some(float *o, int blocks) { fold<<<blocks, 256>>>(o); }
#ifndef ALONE
void several(float *o) { fold<<<4, 256>>>(o); }
#endif
