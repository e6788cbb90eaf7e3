// -ftime-trace shows what the analysis of each kernel costs: to lift it, its
// barrier intervals, the solver, and all that its verdict took.
//
// RUN: %bare
// RUN: rm -f %t.trace && %clangxx_cuda --cuda-device-only -fsyntax-only %s \
// RUN:   -Xclang -ftime-trace=%t.trace -Xclang -ftime-trace-granularity=0
// RUN: FileCheck %s --input-file=%t.trace --check-prefix=LIFT
// RUN: FileCheck %s --input-file=%t.trace --check-prefix=INTERVALS
// RUN: FileCheck %s --input-file=%t.trace --check-prefix=SOLVE
// RUN: FileCheck %s --input-file=%t.trace --check-prefix=VERDICT
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LIFT: "name":"RaceMap lift","args":{"detail":"reverse(unsigned int*)"}
// INTERVALS: "name":"RaceMap intervals","args":{"detail":"reverse(unsigned int*)"}
// SOLVE: "name":"RaceMap solve","args":{"detail":"reverse(unsigned int*)"}
// VERDICT: "name":"RaceMap verdict","args":{"detail":"reverse(unsigned int*)"}

__global__ void reverse(unsigned *out) {
  __shared__ unsigned cells[1024];
  cells[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[1023 - threadIdx.x];
}
