// A kernel whose 8-bit index is unique in a block of at most 256 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

__global__ void narrowIndex(unsigned *out) {
  __shared__ unsigned cells[1024];
  unsigned char i = threadIdx.x;
  cells[i] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[i];
}
