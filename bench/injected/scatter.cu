// Each block clears a piece of an array and puts numbers into some of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void scatter(int *out) {
  __shared__ int piece[512];
  int t = threadIdx.x;
  piece[t] = 0;
  //       ^1
  piece[t + 256] = 0;
  //             ^1
  __syncthreads(); // fault 1: write after write
  piece[2 * t] = t;
  //           ^1,2
  __syncthreads(); // fault 2: read after write
  out[blockIdx.x * 512 + t] = piece[t];
  //                          ^2
  out[blockIdx.x * 512 + t + 256] = piece[t + 256];
  //                                ^2
}

void launch(int *out) { scatter<<<64, 256>>>(out); }
