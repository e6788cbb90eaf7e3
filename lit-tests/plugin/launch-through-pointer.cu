// A launch through a pointer may be of any kernel whose address is taken: the
// launches in sight do not show all of its configurations.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DINDIRECT \
// RUN:   -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=fixed %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fixed-no-diagnostics

// expected-note@+1 {{if every launch keeps to it}}
__global__ void scatter(unsigned *out) {
  __shared__ unsigned cells[1024];
  unsigned char i = threadIdx.x;
  // expected-warning-re@+2 {{race if blockDim.x > 256; launch {{.*}} rules that out, other launches may not}}
  // expected-note@+1 {{for example}} expected-note@+1 {{does the same}}
  cells[i] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[i];
}

void launch(unsigned *out) { scatter<<<4, 256>>>(out); }

#ifdef INDIRECT
using Kernel = void (*)(unsigned *);
Kernel select() { return scatter; }
void launch(Kernel kernel, unsigned *out, int n) { kernel<<<4, n>>>(out); }
#endif
