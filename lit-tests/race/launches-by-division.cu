// A grid whose sizes are quotients of what the host asks the device for. That
// there is such a launch is shown by numbers, without solving the divisions;
// that no two threads meet needs none of them.
//
// RUN: %runtime
// RUN: not %racemap check %s --kernel=Racy 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out'
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown
#include <cstdlib>

__device__ int place() {
  return blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
}

__global__ void distancesGood(float *out, const float *in, int n) {
  if (place() < n)
    out[place()] = in[place()] * in[place()];
}

__global__ void distancesRacy(float *out, const float *in, int n) {
  if (place() < n)
    out[place() / 2] = in[place()] * in[place()];
}

void launch(int n) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  unsigned long widest = device.maxGridSize[0];
  unsigned long threads =
      device.maxThreadsPerBlock > 256 ? 256 : device.maxThreadsPerBlock;
  size_t all, free;
  cudaMemGetInfo(&free, &all);
  if (n > free * 85 / 100 / 12)
    exit(1);
  unsigned long blocks = (n + threads - 1) / threads;
  unsigned long rows = (blocks + widest - 1) / widest;
  dim3 grid((blocks + rows - 1) / rows, rows);
  float *out, *in;
  cudaMalloc(&out, sizeof(float) * n);
  cudaMalloc(&in, sizeof(float) * n);
  distancesGood<<<grid, threads>>>(out, in, n);
  distancesRacy<<<grid, threads>>>(out, in, n);
}
