// The first thread has no left neighbour.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: out-of-bounds access to 's' {{.*}} (provable): this read of 4 bytes can leave the array
// BAD: note: for example thread (0,0,0) of block (0,0,0), byte -4 of 's', which has 1024 bytes
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void differences(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#ifdef FIXED
  out[t] = t > 0 ? s[t] - s[t - 1] : s[t];
#else
  out[t] = s[t] - s[t - 1];
#endif
}

void launch(const float *in, float *out) { differences<<<1, 256>>>(in, out); }
