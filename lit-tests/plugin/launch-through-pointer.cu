// A launch through a pointer may be of any kernel whose address is taken. Beside
// launches in sight, nobody knows what it passes: no proof holds for it, and what
// it might do is possible. Without any, the kernel is decided for all launches.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DINDIRECT \
// RUN:   -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DINDIRECT \
// RUN:   -fplugin-arg-racemap-level=possible -Xclang -verify=possible %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DINDIRECT -DALONE \
// RUN:   -Xclang -verify=alone %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=fixed %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fixed-no-diagnostics

// expected-remark@+3 {{undecided: only possible findings}}
// possible-remark@+2 {{undecided: only possible findings}}
// alone-note@+1 {{if no launch has}}
__global__ void scatter(unsigned *out) {
  __shared__ unsigned cells[1024];
  unsigned char i = threadIdx.x;
  // possible-warning@+4 {{two threads of one block write here (possible)}}
  // possible-note@+3 {{for example}} possible-note@+3 {{does the same}}
  // alone-warning@+2 {{race if blockDim.x > 256}}
  // alone-note@+1 {{for example}} alone-note@+1 {{does the same}}
  cells[i] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[i];
}

#ifndef ALONE
void launch(unsigned *out) { scatter<<<4, 256>>>(out); }
#endif

#ifdef INDIRECT
using Kernel = void (*)(unsigned *);
Kernel select() { return scatter; }
void launch(Kernel kernel, unsigned *out, int n) { kernel<<<4, n>>>(out); }
#endif
