// A kernel that would take too much of the unit's budget to be read at all is
// undecided; a small one beside it is decided, and with a larger budget, both.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=small \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=40 %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=both \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=60000 %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define EIGHT(X) X X X X X X X X
#define OFTEN(X) EIGHT(EIGHT(EIGHT(EIGHT(X))))

// both-no-diagnostics
// small-remark@+1 {{kernel 'large(unsigned int*)' is undecided: unit budget exhausted (unit-budget-ms=40); racemap check}}
__global__ void large(unsigned *out) {
  unsigned n = threadIdx.x;
  OFTEN(++n;)
  if (n == 5)
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

__global__ void small(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
