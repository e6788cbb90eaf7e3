// A helper returns early for the threads that have no element, in front of its
// barrier; the kernel goes on, and its next barrier meets the helper's.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: barrier divergence in kernel 'smooth({{.*}}(provable)
// BAD: in 'load', called here
// BAD: 1 kernel: 0 race-free, 0 racy, 1 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__device__ void load(float *s, const float *in, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
#ifdef FIXED
  s[threadIdx.x] = i < n ? in[i] : 0;
#else
  if (i >= n)
    return;
  s[threadIdx.x] = in[i];
#endif
  __syncthreads();
}

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float s[256];
  load(s, in, n);
  float x = s[threadIdx.x] + s[(threadIdx.x + 1) % 256];
  __syncthreads();
  s[threadIdx.x] = x;
  __syncthreads();
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    out[i] = s[threadIdx.x] + s[(threadIdx.x + 1) % 256];
}

void launch(const float *in, float *out, int n) {
  smooth<<<64, 256>>>(in, out, n);
}
