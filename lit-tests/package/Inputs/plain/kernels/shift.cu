#include "shift.h"
#include <cuda_runtime.h>

__device__ int turn(int value);

__global__ void shiftAll(int *out) {
  __shared__ int a[SIZE];
  a[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = a[(threadIdx.x + 1) % SIZE];
}

__global__ void turnAll(int *out) { out[threadIdx.x] = turn(out[threadIdx.x]); }

int shift(int *numbers) {
  int *memory = nullptr;
  cudaMalloc(&memory, SIZE * sizeof(int));
  cudaMemcpy(memory, numbers, SIZE * sizeof(int), cudaMemcpyHostToDevice);
  shiftAll<<<1, SIZE>>>(memory);
  turnAll<<<1, SIZE>>>(memory);
  cudaMemcpy(numbers, memory, SIZE * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  return cudaGetLastError() != cudaSuccess;
}
