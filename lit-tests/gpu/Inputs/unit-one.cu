__global__ void one(int *p) { p[threadIdx.x] = 1; }

int main() {
  int *p;
  cudaMalloc(&p, 1024);
  one<<<1, 64>>>(p);
  return cudaDeviceSynchronize() != cudaSuccess;
}
