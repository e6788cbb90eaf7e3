// A kernel that lacks a barrier, unless FIXED.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

__global__ void shift(float *out) {
  __shared__ float cells[257];
  cells[threadIdx.x] = threadIdx.x;
#ifdef FIXED
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x + 1];
}

void launch(float *out) { shift<<<4, 256>>>(out); }
