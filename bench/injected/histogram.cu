// A histogram of 256 bins for each block, added to one of all blocks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void histogram(const unsigned char *in, unsigned *bins, int n) {
  __shared__ unsigned counts[256];
  int t = threadIdx.x;
  counts[t] = 0;
  //        ^1
  __syncthreads(); // fault 1: write after write
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256)
    atomicAdd(&counts[in[i]], 1u);
//  ^1,2
  __syncthreads(); // fault 2: read after write
  atomicAdd(&bins[t], counts[t]);
  //                  ^2
}

void launch(const unsigned char *in, unsigned *bins, int n) {
  histogram<<<64, 256>>>(in, bins, n);
}
