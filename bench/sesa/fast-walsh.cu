// A Walsh transform in shared memory: stages of radix 4, one of radix 2 where
// the logarithm of the size is odd.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

constexpr int Log = THREADS == 1024 ? 12 : 10;

__global__ void fastWalsh(float *out, const float *in, int log) {
  extern __shared__ float s[];
  int n = 1 << log, base = blockIdx.x << log, t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x)
    s[i] = in[base + i];
  for (int d = n >> 2; d > 0; d >>= 2) {
    int low = t & (d - 1), i = ((t - low) << 2) + low;
    __syncthreads();
    float a = s[i] + s[i + 2 * d], b = s[i + d] + s[i + 3 * d];
    float c = s[i] - s[i + 2 * d], e = s[i + d] - s[i + 3 * d];
    s[i] = a + b;
    s[i + d] = a - b;
    s[i + 2 * d] = c + e;
    s[i + 3 * d] = c - e;
  }
  if (log & 1) {
    __syncthreads();
    for (int i = t; i < n / 2; i += blockDim.x) {
      float a = s[2 * i], b = s[2 * i + 1];
      s[2 * i] = a + b;
      s[2 * i + 1] = a - b;
    }
  }
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x)
    out[base + i] = s[i];
}

void launch(float *out, const float *in, int batches) {
  fastWalsh<<<batches, THREADS, sizeof(float) << Log>>>(out, in, Log);
}
