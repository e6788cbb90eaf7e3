// A barrier behind a flag, and one in a loop that may not run, are missing if
// the flag, the number of rounds is 0: such parameters are no extents, of which
// everybody knows that they are at least 1.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 's' in kernel 'flagged
// CHECK: warning: data race on 's' in kernel 'rounds
// CHECK: 3 kernels: 1 race-free, 2 racy, 0 unknown

__global__ void flagged(float *out, int ordered) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  if (ordered)
    __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void rounds(float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < n; ++i)
    __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void always(float *out, int n) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < n; ++i)
    __syncthreads();
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

void launch(float *out, int n) {
  flagged<<<1, 256>>>(out, n);
  rounds<<<1, 256>>>(out, n);
  always<<<1, 256>>>(out, n);
}
