__global__ void rows(int *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

void launch(int *out, int width, int pitch) {
  rows<<<4, 64>>>(out, width, pitch);
}
