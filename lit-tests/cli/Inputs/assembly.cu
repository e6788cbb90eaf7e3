// What nvcc takes in assembly and clang alone does not.
#include "assembly.cuh"
#include <cstdio>

__device__ void fence() {
  asm volatile("{ .reg .u32 lane; mov.u32 lane, %laneid; }");
}

__global__ void shift(int *a, unsigned *out) {
  unsigned lane;
  fence();
  asm("{ mov.u32 %0, %laneid; }" : "=r"(lane) : "r"(threadIdx.x), "r"(a[threadIdx.x + 1]));
  a[threadIdx.x] = 1;
  asm(R"(add.u32 %0, %1, %2;)" : "=r"(out[2]) : "r"(0) "r"(2));
  if (lane == 3) {
    out[0] = lane;
    out[1] = lanesBelow();
  }
}

int main() {
  int *a;
  unsigned *out;
  cudaMallocManaged(&a, 33 * sizeof(int));
  cudaMallocManaged(&out, 3 * sizeof(unsigned));
  shift<<<1, 32>>>(a, out);
  cudaDeviceSynchronize();
  printf("lane %u, mask %u, sum %u\n", out[0], out[1], out[2]);
  const char *text;
  asm("" : "=r"(text) : "0"("%laneid"));
  puts(text);
}
