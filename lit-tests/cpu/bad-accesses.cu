// A bad access ends the launch, not the process, and says which thread it was;
// a division by zero does neither.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: %t address 2>&1 | FileCheck --check-prefix=ADDRESS %s
// RUN: %t text 2>&1 | FileCheck --check-prefix=TEXT %s
// RUN: %t stack 2>&1 | FileCheck --check-prefix=STACK %s
// RUN: %t zero 2>&1 | FileCheck --check-prefix=ZERO %s
#include <cstdio>
#include <cstring>

__global__ void address(int *p) {
  if (threadIdx.x == 3 && blockIdx.x == 1)
    *(volatile int *)nullptr = 1;
  // ADDRESS: racemap: illegal address (nil) in kernel address(int*), block (1,0,0), thread (3,0,0)
  // ADDRESS: cudaErrorIllegalAddress cudaErrorIllegalAddress
}

__global__ void text(const char *nowhere) {
  if (threadIdx.x == 5)
    printf("%d %.*s %s\n", 1, 3, "abcdef", nowhere);
  // TEXT-NOT: abc
  // TEXT: racemap: illegal address 0x10 in kernel text(char const*), block (0,0,0), thread (5,0,0)
  // TEXT: cudaErrorIllegalAddress cudaErrorIllegalAddress
}

__device__ int deep(int n) {
  volatile int local[64];
  local[n % 64] = n;
  return n == 0 ? 0 : deep(n - 1) + local[n % 64];
}
__global__ void stack(int *p, int n) {
  *p = deep(n);
  // STACK: racemap: stack overflow
  // STACK: cudaErrorIllegalAddress
}

__global__ void zero(int *p, int n) {
  p[0] = 5 / n, p[1] = 5 % n, p[2] = int(7u / unsigned(n));
  p[3] = (n - 2147483647 - 1) / (n - 1);
  // ZERO: -1 5 -1 -2147483648
  // ZERO: cudaSuccess cudaSuccess
}

int main(int, char **argv) {
  int *p, h[4];
  cudaMalloc(&p, 256);
  if (!strcmp(argv[1], "address"))
    address<<<2, 32>>>(p);
  else if (!strcmp(argv[1], "text"))
    text<<<1, 32>>>((const char *)16);
  else if (!strcmp(argv[1], "stack"))
    stack<<<1, 1>>>(p, 1000000);
  else
    zero<<<1, 1>>>(p, 0);
  if (!cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost))
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  // The error stays.
  cudaError_t first = cudaDeviceSynchronize(), then = cudaDeviceSynchronize();
  fflush(stdout);
  fprintf(stderr, "%s %s\n", cudaGetErrorName(first), cudaGetErrorName(then));
}
