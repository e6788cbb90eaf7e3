// An inclusive scan: up sweep, then the sums go down to what lies between.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void brentKung(int *data, int n) {
  __shared__ int s[2 * THREADS];
  int t = threadIdx.x, base = blockIdx.x * 2 * THREADS;
  s[t] = base + t < n ? data[base + t] : 0;
  s[t + THREADS] = base + t + THREADS < n ? data[base + t + THREADS] : 0;
  for (int d = 1; d <= THREADS; d *= 2) {
    __syncthreads();
    int i = (t + 1) * 2 * d - 1;
    if (i < 2 * THREADS)
      s[i] += s[i - d];
  }
  for (int d = THREADS / 2; d > 0; d /= 2) {
    __syncthreads();
    int i = (t + 1) * 2 * d - 1;
    if (i + d < 2 * THREADS)
      s[i + d] += s[i];
  }
  __syncthreads();
  if (base + t < n)
    data[base + t] = s[t];
  if (base + t + THREADS < n)
    data[base + t + THREADS] = s[t + THREADS];
}

void launch(int *data, int n) {
  brentKung<<<(n + 2 * THREADS - 1) / (2 * THREADS), THREADS>>>(data, n);
}
