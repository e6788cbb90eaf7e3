// The calls that lead to an access are notes.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only %s 2>&1 | FileCheck %s
__device__ void put(int *a, int i) {
  a[i] = i;
}
__device__ int get(const int *a, int i) { return a[i]; }

__global__ void calls(int *out) {
  __shared__ int a[256];
  put(a, threadIdx.x);
  out[threadIdx.x] = get(a, 255 - threadIdx.x);
}
void launch(int *out) { calls<<<1, 256>>>(out); }

// CHECK: inlined-calls.cu:4:8: warning: data race on 'a' in kernel 'calls(int*)'
// CHECK: inlined-calls.cu:10:3: note: in 'put', called here
// CHECK: inlined-calls.cu:6:50: note: the other access: read of 4 bytes
// CHECK: inlined-calls.cu:11:22: note: in 'get', called here
// CHECK: note: for example thread
