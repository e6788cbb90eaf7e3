// Kernels for the page: one of each verdict, and what is worth drawing.
__global__ void reduce(float *in, float *out) {
  __shared__ float sdata[256];
  unsigned tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
  }
  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

__global__ void late(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = 0;
  for (int i = 0; i < 12; ++i) {
    __syncthreads();
    if (i == 9)
      a[threadIdx.x] = i;
    if (i == 9)
      out[threadIdx.x] = a[(threadIdx.x + 16) % 256];
  }
}

__global__ void scatter(int *out, const int *index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[index[i]] = i;
}

__global__ void mystery(int *out) {
  asm volatile("mystery;" ::: "memory");
  out[threadIdx.x] = 1;
}

__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

void launch(float *in, float *out, int *a, int n) {
  reduce<<<64, 256>>>(in, out);
  late<<<1, 256>>>(a);
  scatter<<<64, 256>>>(a, a + n, n);
  mystery<<<1, 256>>>(a);
  scale<<<(n + 255) / 256, 256>>>(in, n);
}
