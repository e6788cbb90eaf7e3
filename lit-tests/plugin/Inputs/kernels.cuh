template <int N> __global__ void shift(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = a[(threadIdx.x + N) % blockDim.x];
}
