// A volume of open extents, its blocks rounded up in each dimension: (z * m + y)
// * n + x is another element for another thread if x stays below n and y below
// m.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out'
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__device__ void derive(double *out, int n, int m, int rows) {
  int x = max(blockIdx.x * (int)blockDim.x, 0) + threadIdx.x;
  int y = max(blockIdx.y * (int)blockDim.y, 0) + threadIdx.y;
  int z = max(blockIdx.z * (int)blockDim.z, 0) + threadIdx.z;
  if ((x >= 4) & (y >= 4) & (z >= 4) & (x <= n - 5) & (y <= rows - 5) &
      (z <= n - 5))
    out[z * m * n + y * n + x] = x * y - z;
}

__global__ void deriveGood(double *out, int n, int m) { derive(out, n, m, n); }

__global__ void deriveRacy(double *out, int n, int m) {
  derive(out, n, m / 2, m);
}

static int blocks(int of, int each) {
  return of % each == 0 ? of / each : of / each + 1;
}

void launch(double *out, int n, int m, int l) {
  dim3 block(16, 4, 4), grid(blocks(n, 16), blocks(m, 4), blocks(l, 4));
  deriveGood<<<grid, block>>>(out, n, m);
  deriveRacy<<<grid, block>>>(out, n, m);
}
