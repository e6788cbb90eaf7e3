// A sum by halves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void reduce(const int *in, int *out) {
  __shared__ int sums[256];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 256 + t];
  //      ^1
  __syncthreads(); // fault 1: read after write
  for (int d = 128; d > 0; d /= 2) {
    if (t < d)
      sums[t] += sums[t + d];
    //        ^2 ^1,2
    __syncthreads(); // fault 2: read after write
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

void launch(const int *in, int *out) { reduce<<<64, 256>>>(in, out); }
