// A finding is a warning at the first access, with notes for the second access
// and the witness; -verify sees them as it sees clang's own.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DFIXED \
// RUN:   -Xclang -verify=fixed %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fixed-no-diagnostics

__global__ void shift(float *out) {
  __shared__ float cells[257];
  // expected-warning@+3 {{data race on 'cells' in kernel 'shift(float*)': this write and a read by another thread of the block (provable)}}
  // expected-note@+2 {{for example thread (}}
  // expected-note@+1 {{one thread writes 'cells[threadIdx.x]' at line 17 while another reads 'cells[threadIdx.x + 1]' at line 23; no barrier stands between}}
  cells[threadIdx.x] = threadIdx.x;
#ifdef FIXED
  __syncthreads();
#endif
  // expected-note@+2 {{the other access: read of 4 bytes}}
  // expected-note@+1 {{insert '__syncthreads();' before this statement}}
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[threadIdx.x + 1];
}

void launch(float *out) { shift<<<4, 256>>>(out); }
