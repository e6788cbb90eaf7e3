// A helper that adds up over the block, called twice on one scratch array: a
// warp writes its second sum while another still reads the first ones.
//
// RUN: %runtime
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'sums' in kernel 'normalize({{.*}}(provable)
// BAD: in 'blockSum', called here
// BAD: warning: data race on 'scratch' in kernel 'normalizeTwoArrays({{.*}}(provable)
// BAD: 2 kernels: 0 race-free, 2 racy, 0 unknown
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

__device__ float warpSum(float x) {
  for (int d = 16; d > 0; d /= 2)
    x += __shfl_down_sync(~0u, x, d);
  return x;
}

// The scratch is the helper's own.
__device__ float blockSum(float x) {
  __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  x = warpSum(x);
#ifdef FIXED
  __syncthreads();
#endif
  if (lane == 0)
    sums[warp] = x;
  __syncthreads();
  x = 0;
  for (int i = 0; i < blockDim.x / 32; ++i)
    x += sums[i];
  return x;
}

__global__ void normalize(float *row, int n) {
  float x = row[blockIdx.x * 256 + threadIdx.x];
  float mean = blockSum(x) / n;
  float variance = blockSum((x - mean) * (x - mean)) / n;
  row[blockIdx.x * 256 + threadIdx.x] = (x - mean) * rsqrtf(variance);
}

// The scratch is given to it.
__device__ float sumIn(float *scratch, float x) {
  scratch[threadIdx.x] = x;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (threadIdx.x < d)
      scratch[threadIdx.x] += scratch[threadIdx.x + d];
    __syncthreads();
  }
  return scratch[0];
}

__global__ void normalizeTwoArrays(float *a, float *b) {
  __shared__ float scratch[256];
  float x = a[threadIdx.x], y = b[threadIdx.x];
  float meanOfA = sumIn(scratch, x) / 256;
#ifdef FIXED
  __syncthreads();
#endif
  float meanOfB = sumIn(scratch, y) / 256;
  a[threadIdx.x] = x - meanOfA;
  b[threadIdx.x] = y - meanOfB;
}

void launch(float *row, int n, float *b) {
  normalize<<<64, 256>>>(row, n);
  normalizeTwoArrays<<<1, 256>>>(row, b);
}
