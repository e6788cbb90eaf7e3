// Scalar products of many pairs of vectors: partial sums in shared memory, then
// a reduction.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

constexpr int Partials = 1024;

__global__ void scalarProd(float *products, const float *a, const float *b,
                           int vectors, int n) {
  __shared__ float sum[Partials];
  for (int v = blockIdx.x; v < vectors; v += gridDim.x) {
    int begin = n * v, end = begin + n;
    for (int p = threadIdx.x; p < Partials; p += blockDim.x) {
      float x = 0;
      for (int i = begin + p; i < end; i += Partials)
        x += a[i] * b[i];
      sum[p] = x;
    }
    for (int d = Partials / 2; d > 0; d >>= 1) {
      __syncthreads();
      for (int p = threadIdx.x; p < d; p += blockDim.x)
        sum[p] += sum[d + p];
    }
    __syncthreads();
    if (threadIdx.x == 0)
      products[v] = sum[0];
  }
}

void launch(float *products, const float *a, const float *b, int n) {
  scalarProd<<<128, THREADS>>>(products, a, b, 256, n);
}
