// The least of a block's negative numbers and the greatest of the others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void bounds(const int *in, int *least, int *most) {
  __shared__ int lows[128], highs[128];
  int t = threadIdx.x, x = in[blockIdx.x * 128 + t];
  if (x < 0) {
    lows[t] = x; // fault 1: false locality: lows[t / 2] = x;
    //          ^1
    highs[t] = 0;
    //       ^2
  } else {
    lows[t] = 0;
    //      ^1
    highs[t] = x; // fault 2: false locality: highs[t & 63] = x;
    //            ^2
  }
  __syncthreads();
  for (int d = 64; d > 0; d /= 2) {
    if (t < d) {
      lows[t] = min(lows[t], lows[t + d]);
      //      ^3             ^3
      highs[t] = max(highs[t], highs[t + d]);
      //       ^3              ^3
    }
    __syncthreads(); // fault 3: read after write
  }
  if (t == 0) {
    least[blockIdx.x] = lows[0];
    most[blockIdx.x] = highs[0];
  }
}

void launch(const int *in, int *least, int *most) {
  bounds<<<64, 128>>>(in, least, most);
}
