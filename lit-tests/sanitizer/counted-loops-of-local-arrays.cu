// A loop that counts waits for nobody, also where it accesses a local array by an
// index that has to be looked at: it goes on to its end before others run.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: sh %S/../cli/Inputs/status.sh 66 %t 2>%t.err | FileCheck %s
//
// CHECK: 2
#include <cstdio>

__global__ void count(volatile int *x, int n, unsigned by) {
  if (threadIdx.x != 0) {
    x[1] = x[0];
    return;
  }
  int local[16];
  for (int i = 0; i < 16; ++i)
    local[i] = i;
  x[0] = 1;
  for (int i = 0; i < n; ++i)
    local[(i * by) % 32] += i;
  x[0] = 2;
  x[2] = local[by % 16];
}

int main() {
  int *x;
  cudaMallocManaged(&x, 64);
  count<<<1, 2>>>(x, 10000000, 0);
  cudaDeviceSynchronize();
  printf("%d\n", x[1]);
}
