// Inclusive scans of short arrays; a half of zeros in front of each array makes
// the doubling loop free of conditions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__device__ unsigned scanInclusive(unsigned x, volatile unsigned *s,
                                  unsigned size) {
  unsigned i = 2 * threadIdx.x - (threadIdx.x & (size - 1));
  s[i] = 0;
  i += size;
  s[i] = x;
  for (unsigned d = 1; d < size; d <<= 1) {
    __syncthreads();
    unsigned sum = s[i] + s[i - d];
    __syncthreads();
    s[i] = sum;
  }
  return s[i];
}

__global__ void scanShort(uint4 *out, const uint4 *in, unsigned size) {
  __shared__ unsigned s[2 * THREADS];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 v = in[i];
  unsigned sum = v.x + v.y + v.z + v.w;
  unsigned before = scanInclusive(sum, s, size / 4) - sum;
  out[i] = make_uint4(before, before + v.x, before + v.x + v.y,
                      before + v.x + v.y + v.z);
}

void launch(uint4 *out, const uint4 *in, unsigned batches) {
  scanShort<<<batches, THREADS>>>(out, in, 4 * THREADS);
}
