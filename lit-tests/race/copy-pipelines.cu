// Pipelines: while a block computes on one part of its shared memory, the copies
// to the others go on. A wait lets the latest groups of copies go on.
//
// RUN: %runtime
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'tile' in kernel 'twoStagesOneBarrier({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'twoStagesWaitTooShort({{.*}}: this asynchronous write and a write by the same thread (provable)
// CHECK-DAG: warning: data race on 'ring' in kernel 'ringTooShort({{.*}}: this write and a read by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'ring' in kernel 'ringOverrun({{.*}}: this asynchronous write and a write by the same thread (provable)
// CHECK: 7 kernels: 3 race-free, 4 racy, 0 unknown
#include <cuda_pipeline.h>

constexpr int Size = 128;

/// The copies of a thread to one part become a group, empty ones too.
__device__ void fetch(float *part, const float *in, int i, int n) {
  if (i < n)
    __pipeline_memcpy_async(&part[threadIdx.x], &in[i * Size + threadIdx.x], 4);
  __pipeline_commit();
}

/// LastBarrier: before the part that was read is copied to again.
template <int Pending, bool LastBarrier>
__device__ void doubleBuffered(const float *in, float *out, int n) {
  __shared__ float tile[2][Size];
  float sum = 0;
  fetch(tile[0], in, 0, n);
  for (int i = 0; i < n; ++i) {
    fetch(tile[(i + 1) % 2], in, i + 1, n);
    __pipeline_wait_prior(Pending);
    __syncthreads();
    sum += tile[i % 2][Size - 1 - threadIdx.x];
    if (LastBarrier)
      __syncthreads();
  }
  out[blockIdx.x * Size + threadIdx.x] = sum;
}

__global__ void twoStages(const float *in, float *out, int n) {
  doubleBuffered<1, true>(in, out, n);
}
__global__ void twoStagesOneBarrier(const float *in, float *out, int n) {
  doubleBuffered<1, false>(in, out, n);
}
__global__ void twoStagesWaitTooShort(const float *in, float *out, int n) {
  doubleBuffered<2, true>(in, out, n);
}

/// The last iteration has nothing to fetch and waits for all.
__global__ void waitsByCase(const float *in, float *out, int n) {
  __shared__ float tile[2][Size];
  float sum = 0;
  fetch(tile[0], in, 0, n);
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n) {
      fetch(tile[(i + 1) % 2], in, i + 1, n);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    sum += tile[i % 2][Size - 1 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * Size + threadIdx.x] = sum;
}

/// Three parts are fetched ahead; the barrier that shows that a part has come
/// shows too that the one before it was read.
template <int Parts>
__device__ void ringOf(const float *in, float *out, int n) {
  __shared__ float ring[Parts][Size];
  float sum = 0;
  for (int i = 0; i < 3; ++i)
    fetch(ring[i % Parts], in, i, n);
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(2);
    __syncthreads();
    fetch(ring[(i + 3) % Parts], in, i + 3, n);
    sum += ring[i % Parts][Size - 1 - threadIdx.x];
  }
  __pipeline_wait_prior(0);
  out[blockIdx.x * Size + threadIdx.x] = sum;
}

__global__ void ring(const float *in, float *out, int n) {
  ringOf<4>(in, out, n);
}
__global__ void ringTooShort(const float *in, float *out, int n) {
  ringOf<3>(in, out, n);
}
/// Two copies to one part are in flight.
__global__ void ringOverrun(const float *in, float *out, int n) {
  __shared__ float ring[4][Size];
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    fetch(ring[i % 4], in, i, n);
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * Size + threadIdx.x] = ring[3][Size - 1 - threadIdx.x];
}

void launches(const float *in, float *out, int n) {
  twoStages<<<16, Size>>>(in, out, n);
  twoStagesOneBarrier<<<16, Size>>>(in, out, n);
  twoStagesWaitTooShort<<<16, Size>>>(in, out, n);
  waitsByCase<<<16, Size>>>(in, out, n);
  ring<<<16, Size>>>(in, out, n);
  ringTooShort<<<16, Size>>>(in, out, n);
  ringOverrun<<<16, Size>>>(in, out, n);
}
