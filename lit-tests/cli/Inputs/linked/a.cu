#include <cstdio>
extern __device__ int shared_counter;
__device__ int twice(int);
static __device__ int own = 5;
__global__ void k(int *out) {
  atomicAdd(&shared_counter, 1);
  out[threadIdx.x] = twice(threadIdx.x) + own;
}
int other();
int main() {
  int *out, h[4];
  cudaMalloc(&out, 16);
  k<<<1, 4>>>(out);
  cudaMemcpy(h, out, 16, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d counter %d %s\n", h[0], h[1], h[2], h[3], other(),
         cudaGetErrorString(cudaGetLastError()));
}
