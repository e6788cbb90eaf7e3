// A header that is precompiled is left alone, and a unit that uses one is
// analysed with the kernels it adds.
//
// RUN: %clangxx_cuda --cuda-device-only -S -Xclang -emit-pch \
// RUN:   %S/Inputs/narrow-index.cuh -o %t.pch 2>&1 | count 0
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only \
// RUN:   -Xclang -include-pch -Xclang %t.pch %s 2>&1 | FileCheck %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DFIXED \
// RUN:   -Xclang -include-pch -Xclang %t.pch %s 2>&1 | count 0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'cells' in kernel 'shift(

__global__ void shift(float *out) {
  __shared__ float cells[257];
  cells[threadIdx.x] = threadIdx.x;
#ifdef FIXED
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x + 1];
}

void launch(float *out) {
  shift<<<4, 256>>>(out);
  narrowIndex<<<4, 256>>>((unsigned *)out);
}
