// Sizes of allocations that reach a launch.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CHECK(CALL)                                                            \
  do {                                                                         \
    cudaError_t error = CALL;                                                  \
    if (error != cudaSuccess)                                                  \
      throw error;                                                             \
  } while (0)
#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *out, const float *in, int n) {                   \
    if (threadIdx.x < n)                                                       \
      out[threadIdx.x] = in[threadIdx.x];                                      \
  }

// CHECK-LABEL: kernel "allocated(
// CHECK: extent out = i64(n) * 4;
// CHECK: extent in = 4096;
KERNEL(allocated)
void allocate(int size) {
  size_t bytes = size * sizeof(float);
  float *p, *q = nullptr;
  cudaMalloc(&p, bytes);
  CHECK(cudaMallocManaged((void **)&q, 4096));
  allocated<<<1, 32>>>(p, q, size);
}

// What lies before the pointer is within the object as well.
// CHECK-LABEL: kernel "inside(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: extent out = 4096;
// CHECK-NEXT: }
KERNEL(inside)
void passInside(int size) {
  float *p, *q;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  inside<<<1, 32>>>(p, q + 1, size);
}

// One of two, or none.
// CHECK-LABEL: kernel "open(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: alias in = out[-1];
// CHECK-NEXT: }
KERNEL(open)
void opens(bool large, int size) {
  float *p, *q;
  if (large)
    cudaMalloc(&p, 4096);
  else
    cudaMalloc(&p, 1024);
  cudaMalloc(&q, 4096);
  q = p + 1;
  open<<<1, 32>>>(q, p, size);
}

// Changed where it was allocated.
// CHECK-LABEL: kernel "moved(
// CHECK: launch "launch {{.*}}" block 32 grid 1;
KERNEL(moved)
void moves(float *q, int size) {
  float *p;
  {
    cudaMalloc(&p, 4096);
    p = p + 8;
  }
  moved<<<1, 32>>>(p, q, size);
}
