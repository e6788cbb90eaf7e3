// Barriers of a block: what threads that have exited mean, predicates, barriers
// with a number and a count.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t && %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=seed=3 %t | FileCheck %s
#include <cstdio>

__global__ void exits(int *out) {
  __shared__ int s;
  if (threadIdx.x >= 40)
    return;
  if (threadIdx.x == 39)
    s = 5;
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void predicates(int *out) {
  int count = __syncthreads_count(threadIdx.x % 5 == 0);
  int all = __syncthreads_and(threadIdx.x < 99);
  int any = __syncthreads_or(threadIdx.x == 77);
  if (threadIdx.x == 3)
    out[0] = count, out[1] = all, out[2] = any;
}

// Half of the block hands over to the other half, which waits at barrier 1.
__global__ void handover(int *out) {
  __shared__ int s[64];
  int i = threadIdx.x;
  if (i < 64) {
    s[i] = i * i;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[i - 64] = s[127 - i];
  }
}

int main() {
  int *p, h[128] = {};
  cudaMalloc(&p, sizeof h);
  auto get = [&] { cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); };
  exits<<<1, 64>>>(p);
  get();
  // CHECK: exits 5 5
  printf("exits %d %d\n", h[0], h[39]);
  predicates<<<1, 100>>>(p);
  get();
  // CHECK: predicates 20 0 1
  printf("predicates %d %d %d\n", h[0], h[1] != 0, h[2] != 0);
  handover<<<1, 128>>>(p);
  get();
  // CHECK: handover 3969 0
  printf("handover %d %d\n", h[0], h[63]);
}
