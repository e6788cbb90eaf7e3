// Threads that can never go on end the launch with a report that says where they
// are; so do loops that wait for what nobody does.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t
// RUN: not %t warp 2>&1 | FileCheck --check-prefix=WARP %s --implicit-check-not='launched no kernel'
// RUN: not %t barrier 2>&1 | FileCheck --check-prefix=BARRIER %s --implicit-check-not='launched no kernel'
// RUN: env RACEMAP_OPTIONS=seed=1 not %t loop 2>&1 | FileCheck --check-prefix=LOOP %s --implicit-check-not='launched no kernel'
// RUN: env RACEMAP_OPTIONS=seed=1 not %t flag 2>&1 | FileCheck --check-prefix=FLAG %s --implicit-check-not='launched no kernel'
// RUN: env RACEMAP_OPTIONS=seed=1 not %t again 2>&1 | FileCheck --check-prefix=AGAIN %s
// RUN: env RACEMAP_OPTIONS=seed=1 %t counted 2>&1 | FileCheck --check-prefix=COUNTED %s --implicit-check-not=RaceMap
#include <cstdio>
#include <cstring>

__global__ void warp(int *p) {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    *p = __shfl_sync(~0u, *p, 0); // WARP-DAG: __shfl_sync mask 0xffffffff at {{.*}}stuck.cu:[[@LINE]]:
  // WARP-DAG: __syncthreads at {{.*}}stuck.cu:[[@LINE-3]]:
  // WARP: cudaErrorLaunchFailure
}

__global__ void barrier() {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;"); // BARRIER-DAG: barrier 1 at {{.*}}stuck.cu:[[@LINE]]:
  else
    asm volatile("bar.sync 2, 64;"); // BARRIER-DAG: barrier 2 at {{.*}}stuck.cu:[[@LINE]]:
  // BARRIER: cudaErrorLaunchFailure
}

__global__ void loop(int *p) {
  while (atomicCAS(p, 1, 2) != 1) // LOOP: a loop that waits at {{.*}}stuck.cu:[[@LINE]]:
    ;
  // LOOP: cudaErrorLaunchFailure
}

__global__ void flag(volatile int *p) {
  while (*p == 0) // FLAG: a loop that waits at {{.*}}stuck.cu:[[@LINE]]:
    ;
  // FLAG: cudaErrorLaunchFailure
}

// A loop that counts does not wait, unless it is in one that does.
__global__ void counted(volatile int *p, int n, int *sum) {
  for (int i = 0; i < n; ++i)
    *sum += *p;
  // COUNTED: cudaSuccess
}

__global__ void again(volatile int *p, int n, int *sum) {
  do {
    for (int i = 0; i < n; ++i)
      *sum += *p; // AGAIN: a loop that waits at {{.*}}stuck.cu:[[@LINE]]:
  } while (*sum == 0);
  // AGAIN: cudaErrorLaunchFailure
}

int main(int, char **argv) {
  int *p;
  cudaMalloc(&p, 256);
  cudaMemset(p, 0, 256);
  if (!strcmp(argv[1], "warp"))
    warp<<<2, 64>>>(p);
  else if (!strcmp(argv[1], "barrier"))
    barrier<<<1, 64>>>();
  else if (!strcmp(argv[1], "loop"))
    loop<<<2, 64>>>(p);
  else if (!strcmp(argv[1], "flag"))
    flag<<<2, 64>>>(p);
  else if (!strcmp(argv[1], "again"))
    again<<<1, 1>>>(p, 100, p + 1);
  else
    counted<<<1, 1>>>(p, 40 << 20, p + 1);
  cudaError_t error = cudaDeviceSynchronize();
  fprintf(stderr, "%s\n", cudaGetErrorName(error));
  return error != cudaSuccess;
}
