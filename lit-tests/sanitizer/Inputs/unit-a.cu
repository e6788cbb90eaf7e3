// A kernel that races, and one that calls a function of the other unit.
__device__ void put(int *data, int value);
__global__ void second(int *data);

__global__ void first(int *data) {
  if (data[2] == 0)
    data[0] = threadIdx.x;
}

int main() {
  int *data;
  cudaMalloc(&data, 16);
  cudaMemset(data, 0, 16);
  first<<<1, 2>>>(data);
  second<<<1, 2>>>(data);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}
