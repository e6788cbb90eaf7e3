// This unit's k() orders nothing otherwise.
static __global__ void k(int *out) { out[threadIdx.x] = 1; }

void other() {
  int *out;
  cudaMalloc(&out, 128);
  k<<<1, 32>>>(out);
}
