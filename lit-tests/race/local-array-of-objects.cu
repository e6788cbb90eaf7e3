// A local array of objects is constructed in a loop from its first element to
// its end, which are pointers into one variable: what follows the loop is
// reached. So the race is sure, not only possible.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}(provable)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

struct Half {
  short Bits;
  __device__ Half() {}
  __device__ Half(int N) : Bits(N) {}
};

__global__ void sums(int *out, const int *in) {
  Half x[2][8];
  for (int i = 0; i < 8; ++i)
    x[threadIdx.x % 2][i] = Half(in[threadIdx.x + i]);
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += x[threadIdx.x % 2][i].Bits;
#ifdef FIXED
  out[threadIdx.x] = sum;
#else
  out[threadIdx.x / 2] = sum;
#endif
}

void run(int *p, int *q) { sums<<<1, 32>>>(p, q); }
