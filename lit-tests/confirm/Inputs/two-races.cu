// Two kernels that race.
__global__ void first(int *out) { out[threadIdx.x / 2] = threadIdx.x; }
__global__ void second(int *out, int n) {
  out[n == 3 ? 0 : threadIdx.x] = threadIdx.x;
}

void launch(int *out) {
  first<<<1, 64>>>(out);
  second<<<1, 64>>>(out, 3);
}
