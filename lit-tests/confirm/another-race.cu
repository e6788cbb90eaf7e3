// A word is reported once: of two pairs of accesses that race on it, the run of
// each reports the one that it meets first. The summary says so.
//
// REQUIRES: cuda
// RUN: not %racemap check %s --confirm 2>/dev/null | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: {{^}}2 findings were to be run: 1 confirmed, 1 with another race on the same memory{{$}}

__global__ void twice(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  int a = s[63 - threadIdx.x];
  int b = s[63 - threadIdx.x] + a;
  out[threadIdx.x] = a * b;
}

void launch(int *out) { twice<<<1, 64>>>(out); }
