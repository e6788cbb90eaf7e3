// Sums of so many products that exact arithmetic cannot hold them: of what it
// has lost, it says nothing. Both remainders differ for some sizes, so several
// threads write.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=20000 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'o' in kernel 'one({{.*}} (provable)
// CHECK-DAG: warning: data race on 'o' in kernel 'both({{.*}} (provable)
// CHECK: 2 kernels: 0 race-free, 2 racy, 0 unknown

__device__ bool arePositive(int a, int b, int c, int g, int w, int h, int d,
                            int e, int f) {
  return a >= 1 && b >= 1 && c >= 1 && g >= 1 && w >= 1 && h >= 1 && d >= 1 &&
         e >= 1 && f >= 1;
}

__global__ void one(int *o, int y, int a, int b, int c, int g, int w, int h,
                    int d, int e, int f) {
  int t = threadIdx.x;
  if (y < 0 || !arePositive(a, b, c, g, w, h, d, e, f))
    return;
  int q = y / (w * h * d * e);
  if (q > 1000000)
    return;
  int x = t + y * a * b * c * g;
  if (x >= 0 && x % f != t % f)
    o[0] = t;
}

__global__ void both(int *o, int y, int a, int b, int c, int g, int w, int h,
                     int d, int e, int f) {
  int t = threadIdx.x;
  if (y < 0 || !arePositive(a, b, c, g, w, h, d, e, f))
    return;
  int q = y / (w * h * d * e);
  if (q > 1000000)
    return;
  int x = 3 * t + y * a * b * c * g, z = 3 * t + y * a * b * c * e;
  if (x >= 0 && z >= 0 && x % f != z % f)
    o[0] = t;
}
