// A float4 covers four floats: overlap is by bytes.
//
// RUN: %runtime
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void mix(float *data) {
  __shared__ float s[512];
  float4 v = {1, 2, 3, 4};
  reinterpret_cast<float4 *>(s)[threadIdx.x] = v;
#ifdef FIXED
  __syncthreads();
#endif
  data[threadIdx.x] = s[threadIdx.x];
}

void launch(float *data) { mix<<<1, 128>>>(data); }
