// A histogram of 64 bins, for each thread one byte in each bin. The thread's
// index is permuted so that neighbours use different banks, and the permutation
// loses bit 4: threads t and t + 16 share their bytes. (The paper does not say
// where the race of SDK 2.0 was.)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void histogram64(unsigned *partial, const unsigned *data, int n) {
  extern __shared__ unsigned char s[];
  unsigned t = threadIdx.x;
  unsigned place = (t & ~63u) | ((t & 15) << 2) | ((t & 32) >> 4);
  for (int i = 0; i < 16; ++i)
    ((unsigned *)s)[t + i * blockDim.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
    s[place + ((data[i] >> 2) & 63) * blockDim.x]++;
  __syncthreads();
  if (t < 64) {
    unsigned sum = 0;
    for (unsigned i = 0; i < blockDim.x; ++i)
      sum += s[t * blockDim.x + i];
    partial[blockIdx.x * 64 + t] = sum;
  }
}

void launch(unsigned *partial, const unsigned *data, int n) {
  histogram64<<<64, THREADS, 64 * THREADS>>>(partial, data, n);
}
