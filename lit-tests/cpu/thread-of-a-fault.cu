// An access to an address that nobody has, and whose it is. Threads that run
// in a loop do so again, each by itself, until one faults once more. Where none
// does, because it has changed what led it there, it is one of the block's.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -O2 %s -o %t
// RUN: not %t wild 2>&1 | FileCheck %s --check-prefix=WILD
// RUN: not %t lost 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not env RACEMAP_OPTIONS=seed=1 %t lost 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not %t deep 2>&1 | FileCheck %s --check-prefix=DEEP
// RUN: %t none 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
#include <cstring>

__global__ void wild(int *out, int who) {
  int *to = out + threadIdx.y * blockDim.x + threadIdx.x;
  if (blockIdx.x == 2 && threadIdx.x == who && threadIdx.y == 1)
    to = (int *)16;
  *to = 1;
}

__global__ void lost(int **at, int *out) {
  int *to = at[threadIdx.x];
  at[threadIdx.x] = out + threadIdx.x;
  *to = 1;
}

__global__ void barrier(int *out, int who) {
  __shared__ int tile[64];
  tile[threadIdx.x] = who;
  __syncthreads();
  int *to = threadIdx.x == who ? (int *)16 : out + threadIdx.x;
  *to = tile[63 - threadIdx.x];
}

int main(int, char **argv) {
  int *out, **at;
  cudaMallocManaged(&out, 64 * sizeof(int));
  cudaMallocManaged(&at, 64 * sizeof(int *));
  for (int i = 0; i < 64; ++i)
    at[i] = i == 9 ? (int *)16 : out + i;
  if (!strcmp(argv[1], "wild"))
    wild<<<4, dim3(32, 2)>>>(out, 5);
  if (!strcmp(argv[1], "lost"))
    lost<<<1, 64>>>(at, out);
  if (!strcmp(argv[1], "deep"))
    barrier<<<1, 64>>>(out, 50);
  if (!strcmp(argv[1], "none"))
    wild<<<4, dim3(32, 2)>>>(out, 50);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// WILD: racemap: illegal address 0x10 in kernel wild(int*, int), block (2,0,0), thread (5,1,0){{$}}
// LOST: racemap: illegal address {{.*}} in kernel lost(int**, int*), block (0,0,0), one of its threads{{$}}
// SEED: racemap: illegal address 0x10 in kernel lost(int**, int*), block (0,0,0), thread (9,0,0){{$}}
// DEEP: racemap: illegal address 0x10 in kernel barrier(int*, int), block (0,0,0), thread (50,0,0){{$}}
// NONE-NOT: racemap
