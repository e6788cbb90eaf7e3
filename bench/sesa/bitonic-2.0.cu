// A block sorts an array in shared memory, one element for each thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void bitonic(unsigned *values) {
  __shared__ unsigned s[THREADS];
  unsigned t = threadIdx.x;
  s[t] = values[t];
  __syncthreads();
  for (unsigned k = 2; k <= THREADS; k *= 2) {
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned other = t ^ j;
      if (other > t) {
        bool up = (t & k) == 0;
        unsigned a = s[t], b = s[other];
        if (up ? a > b : a < b) {
          s[t] = b;
          s[other] = a;
        }
      }
      __syncthreads();
    }
  }
  values[t] = s[t];
}

void launch(unsigned *values) { bitonic<<<1, THREADS>>>(values); }
