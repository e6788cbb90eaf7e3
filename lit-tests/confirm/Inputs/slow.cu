// A race behind a loop that takes hours.
__global__ void slow(int *out, int *sum) {
  for (long i = 0; i < 1000000000000; ++i)
    sum[threadIdx.x] ^= int(i);
  out[threadIdx.x / 2] = threadIdx.x;
}
