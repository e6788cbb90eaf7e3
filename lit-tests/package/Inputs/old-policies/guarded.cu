__global__ void guarded(int *out, int n) {
  __shared__ int a[32];
  a[threadIdx.x % n] = threadIdx.x;
  out[threadIdx.x] = a[threadIdx.x % n];
}
