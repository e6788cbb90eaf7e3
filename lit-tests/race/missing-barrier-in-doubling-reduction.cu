// A tree reduction, doubling, without the barrier in its loop.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'sdata'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void reduce(const int *in, int *out) {
  __shared__ int sdata[128];
  int t = threadIdx.x;
  sdata[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int s = 1; s < 128; s *= 2) {
    if (t % (2 * s) == 0)
      sdata[t] += sdata[t + s];
#ifdef FIXED
    __syncthreads();
#endif
  }
  if (t == 0)
    out[blockIdx.x] = sdata[0];
}

void launch(const int *in, int *out) { reduce<<<32, 128>>>(in, out); }
