// What could not be decided is a remark at the kernel: it is shown once, is no
// warning, and -Werror does not make it an error.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Werror \
// RUN:   -Xclang -verify %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Werror -DFIXED \
// RUN:   -Xclang -verify=fixed %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fixed-no-diagnostics

__device__ void somewhere(unsigned *out);

// expected-remark@+1 {{kernel 'opaque(unsigned int*)' is undecided}}
__global__ void opaque(unsigned *out) {
#ifndef FIXED
  somewhere(out);
  somewhere(out + 1);
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
