// The other unit's function and kernel.

__device__ int some[4];

__device__ __noinline__ void put(int *data, int value) {
  data[1] = value;
}

__global__ void second(int *data) {
  some[threadIdx.x] = 1;
  put(data, threadIdx.x);
}
