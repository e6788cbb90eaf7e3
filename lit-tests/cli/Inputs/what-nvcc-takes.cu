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

// What it says of itself, and what it includes.
static_assert(__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 ==
                  CUDART_VERSION,
              "the version of the toolkit");
__device__ void check(int n) { assert(n > 0); }

bool isNumber(float x) { return isfinite(x) && !isnan(x) && !isinf(x); }
