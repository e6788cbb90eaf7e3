// Kernel number UNIT; the odd ones race.
__global__ void NAME(int *out) {
  __shared__ int a[64 + UNIT];
  a[threadIdx.x] = out[threadIdx.x];
#if UNIT % 2 == 0
  __syncthreads();
#endif
  out[threadIdx.x] = a[threadIdx.x + 1];
}
void LAUNCH(int *out) { NAME<<<1, 63>>>(out); }
