// A scan in a tree, up and down: which elements a level touches, shifts say. One
// barrier too few lets a level meet the one before.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --stats=1 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'temp' in kernel 'scan({{.*}}(provable)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: undecided: 0; {{.*}}, Z3 0 times
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

constexpr int N = 256;

__global__ void scan(int *p) {
  __shared__ int temp[N];
  int t = threadIdx.x, offset = 1;
  temp[2 * t] = p[2 * t];
  temp[2 * t + 1] = p[2 * t + 1];
  for (int d = N / 2; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (t == 0)
    temp[N - 1] = 0;
  for (int d = 1; d < N; d *= 2) {
    offset >>= 1;
#ifdef FIXED
    __syncthreads();
#endif
    if (t < d) {
      int ai = offset * (2 * t + 1) - 1, bi = offset * (2 * t + 2) - 1;
      int its = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += its;
    }
  }
  __syncthreads();
  p[2 * t] = temp[2 * t];
  p[2 * t + 1] = temp[2 * t + 1];
}

void run(int *p) { scan<<<1, N / 2>>>(p); }
