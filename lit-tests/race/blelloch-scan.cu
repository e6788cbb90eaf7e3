// A Blelloch scan, up and down sweep; the down sweep lacks its barrier.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=100 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 --stats=1 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 's'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// What a level touches, shifts say: no solver is asked.
// GOOD: undecided: 0; {{.*}}, Z3 0 times
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void scan(int *data) {
  __shared__ int s[256];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = data[2 * t];
  s[2 * t + 1] = data[2 * t + 1];
  for (int d = 128; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    offset >>= 1;
#ifdef FIXED
    __syncthreads();
#endif
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  data[2 * t] = s[2 * t];
  data[2 * t + 1] = s[2 * t + 1];
}

void launch(int *data) { scan<<<1, 128>>>(data); }
