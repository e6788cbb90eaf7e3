__device__ void addUp(int *p);
__global__ void callsOut(int *p) { addUp(p); }
void other(int *p);

int main() {
  int *p;
  cudaMalloc(&p, 1024);
  callsOut<<<1, 64>>>(p);
  other(p);
  return cudaDeviceSynchronize() != cudaSuccess;
}
