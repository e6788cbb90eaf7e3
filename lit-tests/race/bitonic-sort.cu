// A bitonic sort in shared memory; the inner loop needs its barrier.
//
// RUN: not %racemap check %s --budget-ms=60000 --level=possible 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: 1 kernel: 0 race-free, {{[01]}} racy, {{[01]}} unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void sort(int *data) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  for (unsigned k = 2; k <= 256; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        bool up = (t & k) == 0;
        int x = s[t], y = s[other];
        if ((x > y) == up) {
          s[t] = y;
          s[other] = x;
        }
      }
#ifdef FIXED
      __syncthreads();
#endif
    }
  }
  data[blockIdx.x * 256 + t] = s[t];
}

void launch(int *data) { sort<<<8, 256>>>(data); }
