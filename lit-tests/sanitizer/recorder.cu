// The shadow cells find what a full record of all accesses finds, whatever the
// schedule.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: env RACEMAP_OPTIONS=recorder=1 bash -c '%t; echo status $?' 2>&1 | FileCheck %s

#include <racemap/runtime.h>

__global__ void mix(int *data) {
  __shared__ int tile[64];
  int tid = threadIdx.x;
  tile[tid] = data[tid];
  if (tid % 3 == 0)
    atomicAdd(&data[tid / 6], tile[tid]);
  __syncwarp();
  data[64 + tid] = tile[tid ^ 1];
  __syncthreads();
  tile[(tid * 7) % 64] += tid;
  data[128 + tid / 2] = tile[63 - tid];
}

int main() {
  int *data;
  cudaMalloc(&data, 256 * sizeof(int));
  for (int seed = 0; seed < 20; ++seed) {
    __racemap_set_seed(seed);
    mix<<<2, 64>>>(data);
  }
  return cudaGetLastError() != cudaSuccess ||
         cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: racemap: warning: recorder: 20 launches in {{1[0-9]|20}} orders, {{[1-9][0-9]*}} racy words in 20 launches, 0 differences, 1 set of racy words
// CHECK: status 66
