// RACEMAP_BENIGN that hides nothing any more is a remark, where it is in the file
// itself and all kernels are decided.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %bare
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -fsyntax-only -Xclang -verify %s
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -fsyntax-only -fplugin-arg-racemap-kernel=own %s 2>&1 | FileCheck --allow-empty --implicit-check-not=hides %s
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -fsyntax-only -fplugin-arg-racemap-budget-ms=0 %s 2>&1 | FileCheck --implicit-check-not=hides %s --check-prefix=UNDECIDED
// UNDECIDED: is undecided
#include <racemap/racemap.h>

RACEMAP_BENIGN("it was shared") __device__ int own[64]; // expected-remark {{RACEMAP_BENIGN hides nothing that the check has found}}
RACEMAP_BENIGN("the last one counts") __device__ int last;

RACEMAP_BENIGN("it was shared") __device__ void put(int *to) { // expected-remark {{RACEMAP_BENIGN hides nothing}}
  to[threadIdx.x] = 1;
}
RACEMAP_BENIGN("the last one counts") __device__ void set(int *to) { *to = threadIdx.x; }

RACEMAP_LAUNCH(1, 64) __global__ void writes(int *out) {
  own[threadIdx.x] = 1;
  last = threadIdx.x;
  put(out);
  set(out + 64);
  RACEMAP_BENIGN("it was shared") out[65 + threadIdx.x] = 1; // expected-remark {{RACEMAP_BENIGN hides nothing}}
  RACEMAP_BENIGN("the last one counts") out[200] = threadIdx.x;
}
