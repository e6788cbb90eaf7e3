// The kernels of a library, which other units launch.
__global__ void scale(int *out, const int *in, int n, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i * stride] = in[i] * 2;
}

struct Shape {
  int Width, Pitch;
};
__global__ void rows(int *out, Shape shape) {
  if (threadIdx.x < unsigned(shape.Width))
    out[blockIdx.x * shape.Pitch + threadIdx.x] = threadIdx.x;
}
