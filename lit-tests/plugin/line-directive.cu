// Lines and files that #line gives are found again, and shown as it says.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only -DFIXED %s 2>&1 | count 0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: nowhere.y:3:22: warning: data race on 'cells'
// CHECK-NEXT: cells[threadIdx.x] = threadIdx.x;
// CHECK: nowhere.y:101:48: note: the other access: read
// CHECK-NEXT: out[blockIdx.x

__global__ void shift(float *out) {
  __shared__ float cells[257];
#line 3 "nowhere.y"
  cells[threadIdx.x] = threadIdx.x;
#ifdef FIXED
  __syncthreads();
#endif
#line 101
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x + 1];
}

void launch(float *out) { shift<<<4, 256>>>(out); }
