// The source has a main of its own, which is out of the way in a replay.
__global__ void reverse(int *out, int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = n;
#ifdef FIXED
  __syncthreads();
#endif
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  reverse<<<1, 64>>>(out, 7);
  return cudaDeviceSynchronize() != cudaSuccess;
}
