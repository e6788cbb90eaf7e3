// A scan with two buffers that swap roles; one barrier a step is enough, none is not.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void scan(int *data) {
  __shared__ int s[2][256];
  int t = threadIdx.x, from = 0, to = 1;
  s[from][t] = data[t];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (t >= d)
      s[to][t] = s[from][t] + s[from][t - d];
    else
      s[to][t] = s[from][t];
    to = 1 - to;
    from = 1 - to;
#ifdef FIXED
    __syncthreads();
#endif
  }
  data[t] = s[from][t];
}

void launch(int *data) { scan<<<1, 256>>>(data); }
