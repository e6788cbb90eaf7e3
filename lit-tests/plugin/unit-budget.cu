// The kernels of a unit share its budget, the cheap ones first: an expensive
// one does not keep the others from being decided, wherever it stands. What is
// left is undecided, with the reason, and who has a larger budget. In the
// corrected twin, all is decided.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=racy,open \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=100 -DEXPENSIVE_FIRST %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=racy,open \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=100 %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify=fixed \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=100 -DFIXED %s
// A build has a budget if none is named; the kernel's own is larger.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Rpass=none %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BUILD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BUILD: kernel 'expensive({{.*}}is undecided: unit budget exhausted (unit-budget-ms={{[0-9][0-9][0-9]}}); racemap check, which has a larger budget, or a larger unit-budget-ms= may decide it
//
// fixed-no-diagnostics
// racy-note@* 0+ {{}}

// That no cube is the sum of two takes long to find out.
#ifdef FIXED
#define SUM 35
#else
#define SUM c *c *c
#endif

#define EXPENSIVE                                                              \
  __global__ void expensive(unsigned *out, unsigned a, unsigned b,             \
                            unsigned c) {                                      \
    if (a * a * a + b * b * b == SUM && a > 0 && b > 0 && c > 0 &&             \
        a < 1000 && b < 1000 && c < 1000)                                      \
      out[a] = 1;                                                              \
  }

#ifdef EXPENSIVE_FIRST
// open-remark@+1 {{unit budget exhausted (unit-budget-ms=100); racemap check, which has a larger budget, or a larger unit-budget-ms= may decide it}}
EXPENSIVE
#endif

__global__ void cheap(unsigned *out) {
  __shared__ unsigned cells[1024];
  // racy-warning@+1 {{data race on 'cells' in kernel 'cheap}}
  cells[threadIdx.x] = threadIdx.x;
#ifdef FIXED
  __syncthreads();
#endif
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[1023 - threadIdx.x];
}

__global__ void simple(unsigned *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}

#if !defined(EXPENSIVE_FIRST) && !defined(FIXED)
// open-remark@+1 {{unit budget exhausted (unit-budget-ms=100); racemap check, which has a larger budget, or a larger unit-budget-ms= may decide it}}
EXPENSIVE
#endif
