// Accesses outside of shared or allocated memory end the launch with a report of
// who did it, and nothing is overwritten.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t
// RUN: bash -c 'for c in 0 1 2 3 4 5 6 7; do %t $c; echo case $c status $?; done' 2>&1 | FileCheck %s

#include <cstdio>
#include <cstdlib>

__global__ void behind(int *data, int at) {
  if (threadIdx.x == 5)
    data[at] = 1;
}

__global__ void behindShared(int *data, int at) {
  __shared__ int tile[32], other[32];
  tile[threadIdx.x] = other[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 7)
    tile[at] = 1;
  data[threadIdx.x] = tile[threadIdx.x] + other[threadIdx.x];
}

__global__ void behindDynamic(int at) { extern __shared__ int given[]; given[at] = 1; }

__global__ void clear(int *data, int bytes) { memset(data, 0, bytes); }

int main(int, char **argv) {
  int *data, *next;
  cudaMalloc(&data, 100);
  cudaMalloc(&next, 128);
  switch (std::atoi(argv[1])) {
  case 0:
    behind<<<1, 32>>>(data, 24);
    break;
  case 1:
    behind<<<1, 32>>>(data, 25);
    break;
  case 2:
    behind<<<1, 32>>>(data, -3);
    break;
  case 3:
    cudaFree(next);
    behind<<<1, 32>>>(next, 0);
    break;
  case 4:
    behindShared<<<1, 32>>>(next, 32);
    break;
  case 5:
    behind<<<1, 32>>>(data, 1 << 28);
    break;
  case 6:
    behindDynamic<<<1, 1, 64>>>(16);
    break;
  case 7:
    clear<<<1, 1>>>(data, 101);
    break;
  }
  std::fprintf(stderr, "%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

// CHECK: cudaSuccess
// CHECK: case 0 status 0
// CHECK: WARNING: RaceMap: out-of-bounds access
// CHECK: Write of 4 bytes at 0x{{[0-9a-f]+}} by thread (5,0,0) of block (0,0,0), warp 0 lane 5:
// CHECK: #0 behind(int*, int) {{.*}}outside-of-arrays.cu:13
// CHECK: Location is 0 bytes behind the end of a 100-byte allocation, allocated at
// CHECK: main {{.*}}outside-of-arrays.cu:31
// CHECK: cudaErrorIllegalAddress
// CHECK: SUMMARY: RaceMap: 1 out-of-bounds access, seen 1 time
// CHECK: case 1 status 66
// CHECK: Location is 12 bytes before a 100-byte allocation
// CHECK: case 2 status 66
// CHECK: Location is 0 bytes into a freed 128-byte allocation
// CHECK: case 3 status 66
// CHECK: by thread (7,0,0) of block (0,0,0)
// CHECK: outside-of-arrays.cu:21
// CHECK: Location is 0 bytes behind the end of the shared variable 'tile' of behindShared(int*, int)
// CHECK: case 4 status 66
// CHECK: WARNING: RaceMap: out-of-bounds access
// CHECK: cudaErrorIllegalAddress
// CHECK: case 5 status 66
// CHECK: Location is 0 bytes behind the end of the shared variable 'given'
// CHECK: case 6 status 66
// CHECK: Write of 101 bytes at
// CHECK: Location is 0 bytes into a 100-byte allocation
// CHECK: case 7 status 66
