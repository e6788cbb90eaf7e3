// An access in a function that the kernel calls: notes say through which calls
// it is reached.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -DFIXED \
// RUN:   -Xclang -verify=fixed %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fixed-no-diagnostics

__device__ void put(unsigned *cells, unsigned i) {
  cells[i] = threadIdx.x; // expected-warning {{data race on 'out'}} \
                             expected-note {{for example}} \
                             expected-note {{does the same}}
}

__device__ void putHalf(unsigned *cells, unsigned i) {
  put(cells, i / 2); // expected-note {{in 'put', called here}}
}

__global__ void store(unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  put(out, i);
#else
  putHalf(out, i); // expected-note {{in 'putHalf', called here}}
#endif
}
