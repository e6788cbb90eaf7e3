// Compiles only with the flags that the tests give, in each of nvcc's forms.
#include <system.h>
static_assert(A == 1 && B == 2 && C == 3 && SYSTEM && INCLUDED);
#if defined(GONE) || __cplusplus < 202002L
#error "-U or -std is not understood"
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != 900
#error "-arch is not understood"
#endif

__global__ void shift(int *out) {
  __shared__ int a[256];
  a[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = a[(threadIdx.x + 1) % blockDim.x];
}

void launch(int *out) { shift<<<1, 256>>>(out); }
