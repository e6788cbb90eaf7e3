// Each thread works down a column of its own and back up, or along a row: which
// of the two, the launch says. Column n of one row is column 0 of the next.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --stats=1 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'x' in kernel 'columns({{.*}}(provable)
// BAD: warning: data race on 'x' in kernel 'either({{.*}}(provable)
// BAD: byRows = {{[01]}},
// BAD: 2 kernels: 0 race-free, 2 racy, 0 unknown
//
// No solver is asked.
// GOOD-DAG: 'columns({{.*}} undecided: 0; {{.*}}, Z3 0 times
// GOOD-DAG: 'either({{.*}} undecided: 0; {{.*}}, Z3 0 times
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

#ifdef FIXED
#define BEYOND(I, N) ((I) >= (N))
#else
#define BEYOND(I, N) ((I) > (N))
#endif

__global__ void columns(float *x, int rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (BEYOND(i, n))
    return;
  int at = i;
  for (int k = 0; k < rows; ++k) {
    x[at] = k;
    at += n;
  }
  for (int k = rows - 1; k >= 0; --k) {
    at -= n;
    x[at] += 1;
  }
}

__global__ void either(float *x, int rows, int n, bool byRows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (BEYOND(i, n))
    return;
  for (int k = 0; k < rows; ++k)
    x[byRows ? i * rows + k : i + k * n] = k;
}
