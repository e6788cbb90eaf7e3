// A sparse product by rows; a result for each row, not for each column.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'y' {{.*}}(input)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void multiply(const int *rows, const int *columns,
                         const float *values, const float *x, float *y,
                         int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n)
    return;
  float sum = 0;
  for (int k = rows[r]; k < rows[r + 1]; ++k) {
    sum += values[k] * x[columns[k]];
#ifndef FIXED
    y[columns[k]] = sum;
#endif
  }
#ifdef FIXED
  y[r] = sum;
#endif
}

void launch(const int *rows, const int *columns, const float *values,
            const float *x, float *y, int n) {
  multiply<<<16, 256>>>(rows, columns, values, x, y, n);
}
