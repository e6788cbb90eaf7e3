// A file with headers of its own, and of the system.
#include "divisor.h"
#include "divisor.h"
#include <cstdio>

/* #include "in-a-comment.h" */
__global__ void put(int *out) {
  __shared__ int tile[64 * SCALE];
#ifdef DEBUG
  const char *text = R"(
#include "in-a-string.h"
)";
  if (text == nullptr)
    printf("%s", text);
#endif
  tile[threadIdx.x / Divisor] = value(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  put<<<1, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
