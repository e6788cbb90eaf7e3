// Where a loop made of jumps begins is not where a statement does: no place is
// offered.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not="insert '"
// RUN: %racemap check %s -- -DFIXED 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 's'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void again(float *out, int n) {
  __shared__ float s[257];
  int i = 0;
next:
#ifdef FIXED
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 1];
  __syncthreads();
  s[threadIdx.x] = i;
  if (++i < n)
    goto next;
}

void launch(float *out, int n) { again<<<4, 256>>>(out, n); }
