// Kernels of one stream come one after the other.
//
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: %t 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty
// RUN: %racemap cc --sanitize --device=cpu -DONE %s -o %t.bad
// RUN: bash -c '%t.bad; echo status $?' 2>&1 | FileCheck %s

__device__ void store(int *data, int i) { data[i] = i; }

__global__ void forward(int *data) { store(data, threadIdx.x); }

__global__ void backward(int *data) {
#ifdef ONE
  store(data, threadIdx.x);
#endif
  store(data, 63 - threadIdx.x);
}

int main() {
  int *data;
  cudaMalloc(&data, 64 * sizeof(int));
  for (int i = 0; i < 100; ++i) {
    forward<<<1, 64>>>(data);
    backward<<<1, 64>>>(data);
  }
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: #0 store(int*, int) {{.*}}launches-in-order.cu:8
// CHECK-NEXT: #1 backward(int*) {{.*}}launches-in-order.cu:
// CHECK: Launch 2: backward(int*)
// CHECK: status 66
// GOOD-NOT: RaceMap
