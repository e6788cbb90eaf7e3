void run(int *a);

__global__ void shift(int *a) {
  a[threadIdx.x] = a[threadIdx.x + 1];
}

int main() {
  int *a;
  cudaMalloc(&a, 65 * sizeof(int));
  shift<<<1, 64>>>(a);
  run(a);
  return cudaDeviceSynchronize() != cudaSuccess;
}
