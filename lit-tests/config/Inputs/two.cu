// Two kernels that no launch is in sight of.
__global__ void shift(int *out, int n) {
  __shared__ int a[256];
  a[threadIdx.x % 256] = n + threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = a[(threadIdx.x + 1) % 256];
}

__global__ void rows(int *out, int width) {
  out[blockIdx.x * width] = threadIdx.x;
}
