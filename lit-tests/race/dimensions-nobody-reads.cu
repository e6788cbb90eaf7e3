// A dimension that the kernel does not read may be tied to a parameter that it
// reads: then a launch has both or neither.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: data race on 'out' in kernel 'rowsRacy(int*, int)': two threads of different blocks write here (provable)
// CHECK: n = 3, byte {{[0-9]+}} of 'out'; blockDim (32,1,1), gridDim (1,3,1)
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void rowsRacy(int *out, int n) {
  if (n > 2)
    out[threadIdx.x] = clock();
}

// A grid has 65,535 rows at most.
__global__ void rowsGood(int *out, int n) {
  if (n > 65535)
    out[0] = threadIdx.x;
}

void launch(int *out, int n) {
  rowsRacy<<<dim3(1, n), 32>>>(out, n);
  rowsGood<<<dim3(1, n), 32>>>(out, n);
}
