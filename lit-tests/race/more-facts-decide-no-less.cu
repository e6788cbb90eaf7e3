// How a launch computes its grid, a division that helps no proof, costs no
// verdict: what is race-free in blocks of any size is so in this launch, too.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=100 --json=%t.json
// RUN: FileCheck %s < %t.json
//
// CHECK: "verdict": "race-free"
// CHECK: "name": "scatter(
// CHECK: "verdict": "racy"
// CHECK: "name": "shifted(
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void scatter(float *x, size_t n) {
  size_t t = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (t < n)
    x[((t >> 5) << 5) + (t & 31)] = 1;
}

// Two threads write each element.
__global__ void shifted(float *x, size_t n) {
  size_t t = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (t < n)
    x[((t >> 6) << 5) + (t & 31)] = t;
}

void run(float *x, size_t n) {
  scatter<<<(int)((n + 499) / 500), 500>>>(x, n);
  shifted<<<(int)((n + 499) / 500), 500>>>(x, n);
}
