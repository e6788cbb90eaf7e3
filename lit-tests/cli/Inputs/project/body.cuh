__device__ inline void body(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = out[blockIdx.x * 256 + threadIdx.x];
  BARRIER;
  out[blockIdx.x * 256 + threadIdx.x] = a[(threadIdx.x + 1) % 256];
}
