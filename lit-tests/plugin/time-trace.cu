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
// clang traces the compilation for the host alone in an ordinary build: there,
// the plugin writes a file of its own; so do racemap check and racemap verify.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx_cuda -c %s -o %t.o -fplugin-arg-racemap-time-trace=%t.dir/built
// RUN: FileCheck %s --input-file=%t.dir/built --check-prefix=LIFT
// RUN: FileCheck %s --input-file=%t.dir/built --check-prefix=SOLVE
// RUN: FileCheck %s --input-file=%t.dir/built --check-prefix=VERDICT
// RUN: %racemap check %s --time-trace=%t.dir/made/ --emit-map=%t.map
// RUN: cat %t.dir/made/*.trace.json | FileCheck %s --check-prefix=LIFT
// RUN: %racemap verify %t.map --time-trace=- 2>&1 | FileCheck %s --check-prefix=VERDICT
// RUN: not %racemap check %s --time-trace=%t.dir/none/file 2>&1 | \
// RUN:   FileCheck %s --check-prefix=NONE
// RUN: not %racemap check %s %s --time-trace=%t.dir/one 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SHARED
//
// NONE: none/file: No such file or directory
// SHARED: racemap: error: time-trace={{.*}}one: with several files, name a directory or put %u into the name
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
