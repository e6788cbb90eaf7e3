// A place in a template is one for all of its instances: it is named, but not
// offered for insertion.
//
// RUN: %bare
// RUN: not %racemap check %s -- -fdiagnostics-parseable-fixits 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=fix-it:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 's'
// CHECK: [[@LINE+5]]:3: note: insert '__syncthreads();' before this statement

template <int Distance> __global__ void shift(float *out) {
  __shared__ float s[512];
  s[threadIdx.x] = 1;
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x + Distance];
}

void launch(float *out) { shift<1><<<4, 256>>>(out); }
