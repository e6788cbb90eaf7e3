// Scans of long arrays: what each block adds up to is scanned, and added to all
// elements of the next block.
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

__global__ void scanTops(unsigned *tops, const unsigned *out,
                         const unsigned *in, unsigned n, unsigned size) {
  __shared__ unsigned s[2 * THREADS];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned last = 4 * THREADS * i + 4 * THREADS - 1, x = 0;
  if (i < n)
    x = out[last] + in[last];
  unsigned sum = scanInclusive(x, s, size) - x;
  if (i < n)
    tops[i] = sum;
}

__global__ void addTops(uint4 *data, const unsigned *tops) {
  __shared__ unsigned top;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    top = tops[blockIdx.x];
  uint4 v = data[i];
  __syncthreads();
  data[i] = make_uint4(v.x + top, v.y + top, v.z + top, v.w + top);
}

void launch(unsigned *tops, unsigned *out, const unsigned *in, unsigned n) {
  scanTops<<<(n + THREADS - 1) / THREADS, THREADS>>>(tops, out, in, n, THREADS);
  addTops<<<n, THREADS>>>((uint4 *)out, tops);
}
