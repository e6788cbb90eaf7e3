// Threads may wait for each other: within a warp, within a block, between blocks
// of which not all could run at once.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t && timeout 60 %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=5 timeout 60 %t | FileCheck %s
#include <cstdio>

__global__ void locked(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *(volatile int *)count += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Block i waits for block i + 1.
__global__ void chain(volatile int *done) {
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x)
      while (done[blockIdx.x + 1] == 0)
        ;
    done[blockIdx.x] = 1;
  }
}

// A thread waits for one of its own block behind a barrier of none.
__global__ void flag(volatile int *f, int *out) {
  if (threadIdx.x == 0) {
    while (*f == 0)
      __nanosleep(100);
    *out = *f;
  } else if (threadIdx.x == blockDim.x - 1) {
    *f = 42;
  }
}

// A cycle with two ways in, which is no loop to LLVM.
__global__ void cycle(int *p, int *q, int n) {
  int c = n;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (q[9] == n)
      goto second;
  first:
    q[c & 7] = c;
    c += 3;
    if (p[0] == n)
      return;
  second:
    q[(c ^ 1) & 7] = c;
    c *= 5;
    if (p[1] != n)
      goto first;
  } else if (threadIdx.x == 40) {
    p[0] = n;
  }
}

int main() {
  int *p, h[4];
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  locked<<<6, 96>>>(p, p + 1);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: locked 0 576
  printf("locked %d %d\n", h[0], h[1]);
  chain<<<300, 32>>>(p + 16);
  // CHECK: chain cudaSuccess
  printf("chain %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  flag<<<1, 64>>>(p + 2, p + 3);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: flag 42
  printf("flag %d\n", h[3]);
  cycle<<<1, 64>>>(p + 4, p + 8, 8);
  // CHECK: cycle cudaSuccess
  printf("cycle %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
