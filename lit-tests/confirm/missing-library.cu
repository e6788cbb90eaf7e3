// The unit calls a library that is not there, in code that is not run: what its
// kernels do is run all the same.
//
// RUN: %runtime
// RUN: not %racemap check %s --confirm 2>&1 | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 's'
// CHECK: confirmed by a run of its witness
// CHECK: 1 finding was to be run: 1 confirmed

extern "C" int productOfMatrices(const float *, const float *);
extern "C" int StatusOfLibrary;

__global__ void next(float *out) {
  __shared__ float s[65];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x + 1];
}

int main() {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  next<<<1, 64>>>(a);
  return productOfMatrices(a, a) + StatusOfLibrary;
}
