// A race in each of many kernels, so that a run writes its results often.
template <int number> __global__ void put(int *data) {
  data[threadIdx.x / 2] = threadIdx.x + number;
}

template <int number> void putAll(int *data) {
  put<number><<<1, 4>>>(data);
  cudaDeviceSynchronize();
  if constexpr (number > 1)
    putAll<number - 1>(data);
}

int main() {
  int *data;
  cudaMalloc(&data, 1 << 22);
  putAll<16>(data);
}
