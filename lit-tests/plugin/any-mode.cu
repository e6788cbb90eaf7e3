// Whatever the user asks clang for, the findings are the same.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -O0 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -O3 -g -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -O2 -gline-tables-only -gno-column-info -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -ffile-prefix-map=%S=elsewhere -c %s -o %t.o 2>&1 | \
// RUN:   FileCheck %s
// RUN: %clangxx_cuda --cuda-device-only -emit-llvm -S %s -o %t.ll 2>&1 | \
// RUN:   FileCheck %s
// RUN: %clangxx_cuda -fprofile-instr-generate -fcoverage-mapping -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -fgpu-rdc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: cd %S && %clangxx_cuda -fsyntax-only any-mode.cu 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -O3 -g -DFIXED -c %s -o %t.o 2>&1 | count 0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: any-mode.cu:[[@LINE+5]]:22: warning: data race on 'cells' in kernel
// CHECK: any-mode.cu:[[@LINE+8]]:48: note: the other access: read of 4 bytes

__global__ void shift(float *out) {
  __shared__ float cells[257];
  cells[threadIdx.x] = threadIdx.x;
#ifdef FIXED
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x + 1];
}

void launch(float *out) { shift<<<4, 256>>>(out); }
