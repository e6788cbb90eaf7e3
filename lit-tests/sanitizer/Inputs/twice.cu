// Compiled with -DNAME=f -DSHARING=n: n threads share an element.
#include <cstdio>

__device__ static int hits;

__global__ static void put(int *data) {
  atomicAdd(&hits, 1);
  data[threadIdx.x / SHARING] += SHARING;
}

int NAME() {
  int *data, count = 0;
  cudaMallocManaged(&data, 8 * sizeof(int));
  put<<<1, 8>>>(data);
  cudaMemcpyFromSymbol(&count, hits, sizeof count);
  std::printf("%d: %d hits, %d\n", SHARING, count, data[0]);
  return cudaGetLastError() != cudaSuccess;
}

#if SHARING == 1
int two();
int main() { return two() + NAME(); }
#endif
