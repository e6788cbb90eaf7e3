// The last warp of a reduction goes on without barriers. Its threads do not
// advance together since compute capability 7.0, and volatile orders nothing.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's' in kernel 'reduce({{.*}}(provable)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

#ifdef FIXED
#define STEP(D)                                                                \
  sum += s[t + D];                                                             \
  __syncwarp();                                                                \
  s[t] = sum;                                                                  \
  __syncwarp();
#else
#define STEP(D) s[t] = sum = sum + s[t + D];
#endif

__device__ void tail(volatile float *s, unsigned t) {
  float sum = s[t];
  STEP(32)
  STEP(16)
  STEP(8)
  STEP(4)
  STEP(2)
  STEP(1)
}

__global__ void reduce(const float *in, float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned d = 128; d > 32; d /= 2) {
    if (t < d)
      s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32)
    tail(s, t);
  if (t == 0)
    out[blockIdx.x] = s[0];
}

void launch(const float *in, float *out) { reduce<<<64, 256>>>(in, out); }
