// The barrier that the loop of a reduction lacks.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'sdata'
// BAD: [[@LINE+9]]:5: note: insert '__syncthreads();' before this statement
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void reduce(const float *in, float *out) {
  __shared__ float sdata[256];
  unsigned t = threadIdx.x;
  sdata[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      sdata[t] += sdata[t + s];
  }
  if (t == 0)
    out[blockIdx.x] = sdata[0];
}

void launch(const float *in, float *out) { reduce<<<64, 256>>>(in, out); }
