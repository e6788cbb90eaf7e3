// A tree reduction that lacks a barrier: the sums of one step are read in the
// next while other threads may still be writing them. Its corrected twin is
// reduce.cu.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int Threads = 256;
constexpr int Blocks = 64;

__global__ void reduce(const float *in, float *out) {
  __shared__ float sdata[Threads];
  unsigned tid = threadIdx.x;
  sdata[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();

  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s)
      sdata[tid] += sdata[tid + s];
    // Missing here: __syncthreads();
  }

  if (tid == 0)
    out[blockIdx.x] = sdata[0];
}

int main() {
  const int n = Blocks * Threads;
  float *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, Blocks * sizeof(float));
  for (int i = 0; i < n; ++i)
    in[i] = 1.0f;

  reduce<<<Blocks, Threads>>>(in, out);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    std::fprintf(stderr, "reduce: %s\n", cudaGetErrorString(error));
    return 1;
  }

  float sum = 0.0f;
  for (int b = 0; b < Blocks; ++b)
    sum += out[b];
  std::printf("sum %.0f, expected %d\n", sum, n);
  cudaFree(in);
  cudaFree(out);
  return sum == n ? 0 : 1;
}
