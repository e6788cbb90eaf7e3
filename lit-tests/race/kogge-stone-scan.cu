// A Kogge-Stone scan; reads and writes of one step need a barrier between them.
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

__global__ void scan(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    int v = 0;
    if (t >= d)
      v = s[t - d];
#ifdef FIXED
    __syncthreads();
#endif
    if (t >= d)
      s[t] += v;
    __syncthreads();
  }
  data[blockIdx.x * 256 + t] = s[t];
}

void launch(int *data) { scan<<<8, 256>>>(data); }
