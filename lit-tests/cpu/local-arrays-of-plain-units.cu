// In a program of which some units have the sanitizer and others do not, and
// whose units share their symbols, who leaves a local array is told of in all of
// them: whether threads have fibers, run in a loop or from barrier to barrier.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu -fgpu-rdc -O2 -c -DMAIN %s -o %t.main.o
// RUN: %racemap cc --device=cpu -fgpu-rdc -O2 -c %s -o %t.plain.o
// RUN: %racemap cc --sanitize --device=cpu -fgpu-rdc %t.main.o %t.plain.o -o %t
// RUN: not %t 0 2>&1 | FileCheck %s --check-prefixes=ALL,LOOP
// RUN: not %t 1 2>&1 | FileCheck %s --check-prefixes=ALL,ROUNDS
// RUN: not %t 2 2>&1 | FileCheck %s --check-prefixes=ALL,FIBERS
// RUN: not %t 3 2>&1 | FileCheck %s --check-prefix=NONE
#include <cstdio>
#include <cstdlib>

void launch(int which, int *out);

#ifdef MAIN

__global__ void clear(int *out) { out[threadIdx.x] = 0; }

int main(int, char **arguments) {
  int *out;
  cudaMalloc(&out, 64 * sizeof(int));
  clear<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  launch(atoi(arguments[1]), out);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorName(error));
  return error != cudaSuccess;
}

#else

template <class Wait> __device__ void leave(int *out, int at, Wait wait) {
  __shared__ int tile[64];
  int own[8], i = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    own[k] = k * i;
  tile[i] = i;
  wait();
  own[i == 38 ? at : i & 7] = tile[i];
  wait();
  out[i] = own[(i + 1) & 7];
}

__global__ void loop(int *out, int at) {
  leave(out, at, [] {});
}

__global__ void rounds(int *out, int at) {
  leave(out, at, [] { __syncthreads(); });
}

__global__ void fibers(int *out, int at) {
  leave(out, at, [] { __syncwarp(); });
}

void launch(int which, int *out) {
  void (*all[])(int *, int) = {loop, rounds, fibers, rounds};
  all[which]<<<1, 64>>>(out, which == 3 ? 7 : 8);
}

#endif

// LOOP: racemap: access outside of a local array at {{.*}} in kernel loop(int*, int)
// ROUNDS: racemap: access outside of a local array at {{.*}} in kernel rounds(int*, int)
// FIBERS: racemap: access outside of a local array at {{.*}} in kernel fibers(int*, int)
// ALL-SAME: , block (0,0,0), thread (38,0,0){{$}}
// ALL-NEXT: cudaErrorIllegalAddress
// NONE-NOT: outside of a local array
// NONE: cudaSuccess
