// An example of a race has sizes of at least 1 where there is one that has, and
// a place is not spelled by what a loop counts without a name in the source.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s
// RUN: %racemap check %s -- -DGOOD 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out' in kernel 'sum(float const*, float*, int)'
// CHECK: note: for example {{.*}}, n = {{[1-9][0-9]*}}, byte 0 of 'out'
// CHECK: warning: data race on 'out' in kernel 'count(int*)'
// CHECK: note: one thread writes 'out' at line
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

#ifdef GOOD
#define AT (blockIdx.x * blockDim.x + threadIdx.x)
#else
#define AT 0
#endif

__global__ void sum(const float *in, float *out, int n) {
  float all = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    all += in[i];
  out[AT] = all;
}

__device__ int rounds(int t) {
  int k = 0;
  while (t > 4) {
    t -= 4;
    ++k;
  }
  return k;
}

__global__ void count(int *out) {
#ifdef GOOD
  out[threadIdx.x] = rounds(threadIdx.x);
#else
  out[rounds(threadIdx.x)] = threadIdx.x;
#endif
}

void launch(const float *in, float *out, int *counts, int n) {
  sum<<<4, 64>>>(in, out, n);
  count<<<1, 64>>>(counts);
}
