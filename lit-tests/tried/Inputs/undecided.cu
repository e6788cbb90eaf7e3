// What a square root is, the analysis does not know.
__global__ void roots(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[int(sqrtf(float(i)))] = i;
}

// Where each thread writes takes long to find out.
__global__ void codes(int *out, unsigned key, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned code = i;
  for (unsigned shift = 1; shift < 32; shift *= 2)
    code = (code ^ (code >> shift)) + key;
  out[code | 1] = i;
}

__global__ void fine(int *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
