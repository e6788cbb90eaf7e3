// A bounds check that returns before a barrier is no divergence: it is an early
// exit, shown with level=possible, and the barrier still orders who waits.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=QUIET --implicit-check-not=warning:
// RUN: not %racemap check %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD --implicit-check-not=warning:
// RUN: %racemap check %s --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// QUIET: 3 kernels: 3 race-free, 0 racy, 0 unknown
// BAD-DAG: :[[#@LINE+15]]:3: warning: early exit in kernel 'check({{.*}}(provable)
// BAD-DAG: :[[#@LINE+29]]:3: warning: early exit in kernel 'helper({{.*}}(provable)
// BAD-DAG: :[[#@LINE+45]]:5: warning: early exit in kernel 'loop({{.*}}(input)
// BAD: 3 kernels: 3 race-free, 0 racy, 0 unknown
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown

__global__ void check(const int *in, int *out, int n) {
  __shared__ int s[256];
  int i = blockIdx.x * 256 + threadIdx.x;
#ifndef FIXED
  if (i >= n)
    return;
#endif
  if (i < n)
    s[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n)
    out[i] = s[threadIdx.x ^ 1];
}

// What the thread does before it returns does not matter.
__device__ void work(const int *in, int *out, int n, int *s) {
  int i = blockIdx.x * 256 + threadIdx.x;
#ifndef FIXED
  if (i >= n) {
    out[i] = 0;
    return;
  }
#endif
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x ^ 1];
}

__global__ void helper(const int *in, int *out, int n) {
  __shared__ int s[256];
  work(in, out, n, s);
}

__global__ void loop(const int *in, int *out) {
  __shared__ int s[256];
  for (int k = 0; k < 8; ++k) {
#ifndef FIXED
    if (in[threadIdx.x] == k)
      return;
#endif
    s[threadIdx.x] = k;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x ^ 1];
    __syncthreads();
  }
}

void launch(const int *in, int *out, int n) {
  check<<<8, 256>>>(in, out, n);
  helper<<<8, 256>>>(in, out, n);
  loop<<<8, 256>>>(in, out);
}
