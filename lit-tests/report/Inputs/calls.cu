#include "helper.cuh"

__global__ void turn(int *out, int n) {
  __shared__ int a[256];
  for (int i = 0; i < 3; ++i) {
    put(a, i);
    __syncthreads();
    out[threadIdx.x] = a[(threadIdx.x + 1) % 256];
  }
}

void launch(int *out) { turn<<<1, 256>>>(out, 4); }
