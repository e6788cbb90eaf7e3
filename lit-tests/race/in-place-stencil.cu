// A three-point stencil that writes what its neighbours still read.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float s[258];
  int t = threadIdx.x + 1;
  s[t] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  float v = (s[t - 1] + s[t] + s[t + 1]) / 3;
#ifdef FIXED
  __syncthreads();
#endif
  s[t] = v;
  out[blockIdx.x * 256 + threadIdx.x] = s[t];
}

void launch(const float *in, float *out, int n) {
  smooth<<<16, 256>>>(in, out, n);
}
