// Copies to shared memory that go on until the thread waits for them.
//
// RUN: %runtime
// RUN: not %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: %racemap check %s --kernel=manyCopies --json=- 2>/dev/null | \
// RUN:   FileCheck %s --check-prefix=PROVED --implicit-check-not="before it waits"
// PROVED: "in and out do not overlap"
// PROVED: "verdict": "race-free"
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 'tile' in kernel 'noBarrier({{.*}}: this write and a read by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'noBarrierBetweenTiles({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'waitsBehindBarrier({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: note: one thread reads {{.*}} while another{{.*}} writes {{.*}}; the asynchronous copy goes on behind the barrier at line
// CHECK-DAG: warning: data race on 'tile' in kernel 'waitsForOlder({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'waitsWithoutGroup({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: warning: data race on 'tile' in kernel 'readsWithoutWaiting({{.*}}: this asynchronous write and a read by the same thread (provable)
// CHECK-DAG: note: one thread reads {{.*}} while its asynchronous copy writes {{.*}}; it has not waited for the copy
// CHECK-DAG: 'neverWaits({{.*}} is undecided: asynchronous copy is not waited for before the end of the thread
// CHECK-DAG: warning: data race on 'tile' in kernel 'waitsSometimes({{.*}}: this read and a write by another thread of the block (provable)
// CHECK: 12 kernels: 4 race-free, 7 racy, 1 unknown
#include <cuda_pipeline.h>

__device__ void copy(float *to, const float *from) {
  __pipeline_memcpy_async(to, from, 4);
}
__device__ int global() { return blockIdx.x * 256 + threadIdx.x; }

__global__ void barrier(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[global()] = tile[255 - threadIdx.x];
}

__global__ void noBarrier(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[global()] = tile[255 - threadIdx.x];
}

__global__ void tiles(const float *in, float *out, int n) {
  __shared__ float tile[256], other[256];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    copy(&tile[threadIdx.x], &in[i * 256 + threadIdx.x]);
    copy(&other[threadIdx.x], &in[i * 256 + threadIdx.x]);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += tile[255 - threadIdx.x] + other[255 - threadIdx.x];
    __syncthreads();
  }
  out[global()] = sum;
}

__global__ void manyCopies(const float *in, float *out) {
  __shared__ float tile[1024];
  for (int i = threadIdx.x; i < 1024; i += 256)
    copy(&tile[i], &in[i]);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[global()] = tile[1023 - threadIdx.x];
}

__global__ void noBarrierBetweenTiles(const float *in, float *out, int n) {
  __shared__ float tile[256];
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    copy(&tile[threadIdx.x], &in[i * 256 + threadIdx.x]);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    sum += tile[255 - threadIdx.x];
  }
  out[global()] = sum;
}

__global__ void waitsForAll(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[global()] = tile[255 - threadIdx.x];
}

__global__ void waitsBehindBarrier(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[global()] = tile[255 - threadIdx.x];
}

__global__ void waitsForOlder(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[global()] = tile[255 - threadIdx.x];
}

__global__ void waitsWithoutGroup(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_wait_prior(0);
  __syncthreads();
  out[global()] = tile[255 - threadIdx.x];
}

__global__ void readsWithoutWaiting(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
  float x = tile[threadIdx.x];
  __pipeline_wait_prior(0);
  out[global()] = x;
}

__global__ void neverWaits(const float *in, float *out) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
}

__global__ void waitsSometimes(const float *in, float *out, int n) {
  __shared__ float tile[256];
  copy(&tile[threadIdx.x], &in[global()]);
  __pipeline_commit();
  if (global() < n)
    __pipeline_wait_prior(0);
  __syncthreads();
  out[global()] = tile[255 - threadIdx.x];
}

void launches(const float *in, float *out, int n) {
  barrier<<<16, 256>>>(in, out);
  noBarrier<<<16, 256>>>(in, out);
  tiles<<<16, 256>>>(in, out, n);
  manyCopies<<<16, 256>>>(in, out);
  noBarrierBetweenTiles<<<16, 256>>>(in, out, n);
  waitsForAll<<<16, 256>>>(in, out);
  waitsBehindBarrier<<<16, 256>>>(in, out);
  waitsForOlder<<<16, 256>>>(in, out);
  waitsWithoutGroup<<<16, 256>>>(in, out);
  readsWithoutWaiting<<<16, 256>>>(in, out);
  neverWaits<<<16, 256>>>(in, out);
  waitsSometimes<<<16, 256>>>(in, out, n);
}
