// What nvcc compiles and clang alone does not.
__device__ void seed(int *p, int n) {
  register int s = n;
  int pair[] = {s, 1u + n};
  *p = pair[0];
}

__global__ void shift(float *out, float2 *pairs, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __stcs(out + i, in[i]);
  __stcs(&pairs[i], make_float2(1, 2));
  __stcg(out + i + 1, 2.0);
  __stwb(out + i, 1);
}

long now() { return time(0); }
