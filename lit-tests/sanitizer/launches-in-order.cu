// Kernels of one stream come one after the other.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s

#include <cstring>

__device__ void store(int *data, int i) { data[i] = threadIdx.x; }

__global__ void forward(int *data) { store(data, threadIdx.x); }

__global__ void backward(int *data) { store(data, 63 - threadIdx.x); }

__global__ void both(int *data) {
  store(data, threadIdx.x);
  store(data, 63 - threadIdx.x);
}

int main(int, char **argv) {
  int *data;
  cudaMalloc(&data, 64 * sizeof(int));
  for (int i = 0; i < 100; ++i) {
    forward<<<1, 64>>>(data);
    (std::strcmp(argv[1], "good") ? both : backward)<<<1, 64>>>(data);
  }
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: #0 store(int*, int) {{.*}}launches-in-order.cu:10
// CHECK-NEXT: __device__ void store(int *data, int i) { data[i] = threadIdx.x; }
// CHECK-NEXT: #1 both(int*) {{.*}}launches-in-order.cu:
// CHECK: Launch 2: both(int*)
// CHECK: status 66
// GOOD-NOT: RaceMap
