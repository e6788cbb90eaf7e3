// The first races, the second does not.

__global__ void put(int *data) { data[threadIdx.x / 2] = threadIdx.x; }

__global__ void scale(int *data) { data[threadIdx.x] *= 2; }

int main() {
  int *data;
  cudaMalloc(&data, 64);
  put<<<1, 4>>>(data);
  scale<<<1, 4>>>(data);
  return cudaDeviceSynchronize() != cudaSuccess;
}
