// One element for each thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

void launch(const float *a, const float *b, float *c, int n) {
  vectorAdd<<<(n + THREADS - 1) / THREADS, THREADS>>>(a, b, c, n);
}
