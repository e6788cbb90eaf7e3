// Each block scans which of its elements are kept, which gives them their
// places. The places of two blocks are the same: what the blocks before keep is
// not added. (The paper does not say where its write-write race was.)
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void compact(const int *in, int *out, int n) {
  __shared__ int place[THREADS];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  bool kept = i < n && in[i] != 0;
  place[t] = kept;
  __syncthreads();
  for (int d = 1; d < THREADS; d *= 2) {
    int before = t >= d ? place[t - d] : 0;
    __syncthreads();
    place[t] += before;
    __syncthreads();
  }
  if (t == 0 && kept)
    out[0] = in[i];
  else if (kept)
    out[place[t] - 1] = in[i];
}

void launch(const int *in, int *out, int n) {
  compact<<<(n + THREADS - 1) / THREADS, THREADS>>>(in, out, n);
}
