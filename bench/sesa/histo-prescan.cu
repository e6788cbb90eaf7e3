// Mean and deviation of a sample, reduced in shared memory. The last steps of
// the reduction, from 16 threads down, have no barrier.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

#define SUM(D)                                                                 \
  if (t < (D)) {                                                               \
    mean[t] += mean[t + (D)];                                                  \
    deviation[t] += deviation[t + (D)];                                        \
  }

__global__ void histoPrescan(const unsigned *in, unsigned n, unsigned *minmax) {
  __shared__ float mean[THREADS], deviation[THREADS];
  unsigned t = threadIdx.x;
  unsigned stride = n / gridDim.x;
  in += blockIdx.x * stride;
  float sum = 0, squares = 0;
  for (unsigned i = t; i < stride / 8; i += THREADS) {
    float x = in[i];
    sum += x;
    squares += x * x;
  }
  mean[t] = sum;
  deviation[t] = squares;
  for (int d = THREADS / 2; d >= 32; d >>= 1) {
    __syncthreads();
    SUM(d)
  }
  SUM(16)
  SUM(8)
  SUM(4)
  SUM(2)
  if (t == 0) {
    float m = mean[0] + mean[1], d = deviation[0] + deviation[1];
    atomicMin(minmax, (unsigned)max(m - 10 * d, 0.f));
    atomicMax(minmax + 1, (unsigned)(m + 10 * d));
  }
}

void launch(const unsigned *in, unsigned n, unsigned *minmax) {
  histoPrescan<<<64, THREADS>>>(in, n, minmax);
}
