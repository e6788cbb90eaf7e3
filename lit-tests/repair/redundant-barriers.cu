// Barriers that could be left out are told on request, each at its place.
//
// RUN: %runtime
// RUN: %racemap check --redundant=on --json=%t.json %s 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only --cuda-device-only %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=OFF --allow-empty
// RUN: FileCheck %s --check-prefix=JSON <%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-NOT: remark:
// CHECK: [[@LINE+14]]:3: remark: this barrier is redundant: kernel 'own(float*)' stays race-free without it
// CHECK-NOT: remark:
// OFF-NOT: redundant
// JSON: "name": "own(float*)"
// JSON: "remarks": [
// JSON-NEXT: "{{.*}}redundant-barriers.cu:[[@LINE+9]]:3: this barrier is redundant: kernel 'own(float*)' stays race-free without it"
// JSON: "name": "next(float*)"
// JSON: "remarks": []
// JSON: "name": "counts(int*)"
// JSON: "remarks": []

__global__ void own(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}

__global__ void next(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
}

__global__ void counts(int *out) {
  int All = __syncthreads_count(threadIdx.x < out[0]);
  if (threadIdx.x == 0)
    out[blockIdx.x + 1] = All;
}

void launch(float *out, int *n) {
  own<<<4, 256>>>(out);
  next<<<4, 256>>>(out);
  counts<<<1, 256>>>(n);
}
