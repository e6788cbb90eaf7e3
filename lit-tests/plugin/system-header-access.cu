// An access that the toolkit's headers make (here an atomic) is reported where
// the user's code calls it.
//
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DFIXED \
// RUN:   -Xclang -verify=fixed %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fixed-no-diagnostics

__global__ void count(unsigned *total, unsigned *out) {
  // expected-warning@+1 {{data race on 'total'}} expected-note@+1 {{in 'atomicAdd', called here}} expected-note@+1 {{for example}} expected-note@+1 {{one thread atomically updates 'total[0]'}}
  unsigned before = atomicAdd(total, 1);
#ifdef FIXED
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
#else
  out[blockIdx.x * blockDim.x + threadIdx.x] = *total; // expected-note {{the other access}}
#endif
}
