int sizeOf(const char *text); // sizes.cpp

__global__ void fill(int *out, int width, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width)
    out[blockIdx.y * pitch + x] = x;
}

int main(int, char **words) {
  int width = sizeOf(words[1]), pitch = sizeOf(words[2]);
  int *out;
  cudaMalloc(&out, 4096 * sizeof(int));
  for (int i = 0; i < 3; ++i)
    fill<<<dim3((width + 63) / 64, 4), 64>>>(out, width, pitch);
  cudaFree(out);
}
