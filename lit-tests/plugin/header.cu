// A kernel in a header is analysed under the launches of the file that
// includes it, and reported in the header; in a system header it is not.
//
// RUN: %bare
// RUN: %clangxx_cuda -I%S/Inputs -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -isystem %S/Inputs -fsyntax-only %s 2>&1 | count 0
// RUN: %clangxx_cuda -I%S/Inputs -DFIXED -fsyntax-only %s 2>&1 | count 0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: narrow-index.cuh:9:12: warning: data race on 'cells'
// CHECK-NEXT: cells[i] = threadIdx.x;

#include <narrow-index.cuh>

#ifdef FIXED
#define SIZE 256
#else
#define SIZE 512
#endif

void launch(unsigned *out) { narrowIndex<<<4, SIZE>>>(out); }
