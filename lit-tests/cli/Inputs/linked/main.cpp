#include <cstdio>
#include <cuda_runtime.h>
extern "C" void incAll(int *, int);
int main() {
  int *d, h[3] = {1, 2, 3};
  cudaMalloc(&d, 12);
  cudaMemcpy(d, h, 12, cudaMemcpyHostToDevice);
  incAll(d, 3);
  cudaMemcpy(h, d, 12, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1], h[2]);
}
