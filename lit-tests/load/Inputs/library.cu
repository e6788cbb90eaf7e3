// Kernels and variables that come and go.
__device__ int cells[256] = {1};

__global__ void set(int value) { cells[threadIdx.x] += value; }

__global__ void racy() { cells[threadIdx.x / 2] = threadIdx.x; }

/// What the first cell is, with the value added.
extern "C" int work(int value) {
  int first = 0;
  set<<<1, 32>>>(value);
  cudaMemcpyFromSymbol(&first, cells, sizeof first);
  racy<<<1, 64>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? first : -1;
}
