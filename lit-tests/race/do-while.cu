// Loops that are tested at their end: the second barrier is missing.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD-DAG: data race on 's' in kernel 'up({{.*}}(provable)
// BAD-DAG: data race on 's' in kernel 'down({{.*}}(provable)
// BAD: 2 kernels: 0 race-free, 2 racy, 0 unknown
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

__global__ void up(int *out, int n) {
  __shared__ int s[256];
  int i = 0;
  do {
    s[threadIdx.x] = i;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 1];
#ifdef FIXED
    __syncthreads();
#endif
    ++i;
  } while (i < n);
}

__global__ void down(int *out, unsigned n) {
  __shared__ int s[256];
  do {
    s[threadIdx.x] = n;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 1];
#ifdef FIXED
    __syncthreads();
#endif
  } while (--n);
}

void launch(int *out, int n) {
  up<<<8, 256>>>(out, n);
  down<<<8, 256>>>(out, n);
}
