// This unit's k() orders half a warp; nothing races.
void other();

static __global__ void k(int *out) {
  __shared__ int tile[32];
  int lane = threadIdx.x;
  tile[lane] = lane;
  __syncwarp(lane < 16 ? 0x0000ffffu : 0xffff0000u);
  out[lane] = tile[lane ^ 1];
}

int main() {
  int *out;
  cudaMalloc(&out, 128);
  k<<<1, 32>>>(out);
  other();
  k<<<1, 32>>>(out);
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}
