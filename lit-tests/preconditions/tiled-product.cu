// The tiled product of two matrices is no warning, whatever its 32-bit index
// does in matrices of more than 2^31 elements. A barrier that is missing is one,
// whatever else could be said of the sizes.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s -- -DMISSING 2>&1 | \
// RUN:   FileCheck %s --check-prefix=MISSING
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: 1 kernel: 1 race-free, 0 racy, 0 unknown
// MISSING: warning: data race on 'ta'
// MISSING: 1 kernel: 0 race-free, 1 racy, 0 unknown

__global__ void product(const float *a, const float *b, float *c, int n,
                        int k) {
  __shared__ float ta[64][16], tb[16][64];
  int row = blockIdx.y * 64 + threadIdx.y * 4;
  int column = blockIdx.x * 64 + threadIdx.x * 4;
  float sum[4][4] = {};
  for (int t = 0; t < k; t += 16) {
    for (int i = 0; i < 4; ++i) {
      ta[threadIdx.y * 4 + i][threadIdx.x] = a[(row + i) * k + t + threadIdx.x];
      tb[threadIdx.y][threadIdx.x * 4 + i] =
          b[(t + threadIdx.y) * n + column + i];
    }
#ifndef MISSING
    __syncthreads();
#endif
    for (int e = 0; e < 16; ++e)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          sum[i][j] += ta[threadIdx.y * 4 + i][e] * tb[e][threadIdx.x * 4 + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[(row + i) * n + column + j] = sum[i][j];
}

void launch(const float *a, const float *b, float *c, int m, int n, int k) {
  product<<<dim3(n / 64, m / 64), dim3(16, 16)>>>(a, b, c, n, k);
}
