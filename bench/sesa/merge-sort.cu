// Runs of a block's elements are merged by rank: a thread finds by binary
// search where its two elements go. (That two ranks differ follows from the
// runs being sorted, not from their indices.)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

template <bool Inclusive>
__device__ unsigned rankOf(unsigned x, const unsigned *run, unsigned n) {
  unsigned place = 0;
  for (unsigned d = n; d > 0; d >>= 1) {
    unsigned next = min(place + d, n);
    if (Inclusive ? run[next - 1] <= x : run[next - 1] < x)
      place = next;
  }
  return place;
}

__global__ void mergeSort(unsigned *out, const unsigned *in, unsigned n) {
  __shared__ unsigned keys[2 * THREADS];
  unsigned t = threadIdx.x, base = blockIdx.x * 2 * THREADS + t;
  keys[t] = in[base];
  keys[t + THREADS] = in[base + THREADS];
  for (unsigned d = 1; d < n; d <<= 1) {
    unsigned low = t & (d - 1);
    unsigned *run = keys + 2 * (t - low);
    __syncthreads();
    unsigned a = run[low], b = run[low + d];
    unsigned placeOfA = rankOf<false>(a, run + d, d) + low;
    unsigned placeOfB = rankOf<true>(b, run, d) + low;
    __syncthreads();
    run[placeOfA] = a;
    run[placeOfB] = b;
  }
  __syncthreads();
  out[base] = keys[t];
  out[base + THREADS] = keys[t + THREADS];
}

void launch(unsigned *out, const unsigned *in, unsigned blocks) {
  mergeSort<<<blocks, THREADS>>>(out, in, 2 * THREADS);
}
