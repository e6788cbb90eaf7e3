// Keys and values, two for each thread: sorted by runs that alternate in
// direction, then merged.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__device__ void compare(unsigned &ka, unsigned &va, unsigned &kb, unsigned &vb,
                        unsigned up) {
  if ((ka > kb) == up) {
    unsigned k = ka, v = va;
    ka = kb;
    va = vb;
    kb = k;
    vb = v;
  }
}

__global__ void bitonicShared(unsigned *outKeys, unsigned *outValues,
                              const unsigned *inKeys, const unsigned *inValues,
                              unsigned n, unsigned up) {
  __shared__ unsigned keys[2 * THREADS], values[2 * THREADS];
  unsigned t = threadIdx.x, base = blockIdx.x * 2 * THREADS + t;
  keys[t] = inKeys[base];
  values[t] = inValues[base];
  keys[t + THREADS] = inKeys[base + THREADS];
  values[t + THREADS] = inValues[base + THREADS];
  for (unsigned size = 2; size < n; size <<= 1) {
    unsigned direction = up ^ ((t & (size / 2)) != 0);
    for (unsigned d = size / 2; d > 0; d >>= 1) {
      __syncthreads();
      unsigned i = 2 * t - (t & (d - 1));
      compare(keys[i], values[i], keys[i + d], values[i + d], direction);
    }
  }
  for (unsigned d = n / 2; d > 0; d >>= 1) {
    __syncthreads();
    unsigned i = 2 * t - (t & (d - 1));
    compare(keys[i], values[i], keys[i + d], values[i + d], up);
  }
  __syncthreads();
  outKeys[base] = keys[t];
  outValues[base] = values[t];
  outKeys[base + THREADS] = keys[t + THREADS];
  outValues[base + THREADS] = values[t + THREADS];
}

void launch(unsigned *outKeys, unsigned *outValues, const unsigned *inKeys,
            const unsigned *inValues, unsigned batches) {
  bitonicShared<<<batches, THREADS>>>(outKeys, outValues, inKeys, inValues,
                                      2 * THREADS, 1);
}
