// Asynchronous copies of cooperative groups and of cuda::pipeline, whose wait is
// for as many groups as its two counters say.
//
// RUN: %runtime
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 's' in kernel 'groupWithoutWait({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: warning: data race on 's' in kernel 'groupWaitsForOlder({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: warning: data race on 's' in kernel 'pipelineOneBarrier({{.*}}(provable)
// CHECK-DAG: warning: data race on 's' in kernel 'pipelineWithoutWait({{.*}}(provable)
// CHECK-DAG: warning: data race on 's' in kernel 'aheadTooFar({{.*}}(provable)
// CHECK: 8 kernels: 3 race-free, 5 racy, 0 unknown
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int Size = 128;
__device__ int global() { return blockIdx.x * Size + threadIdx.x; }

__global__ void group(const int *in, int *out) {
  __shared__ int s[Size];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * Size, sizeof(int) * Size);
  cg::wait(block);
  out[global()] = s[Size - 1 - threadIdx.x];
}

__global__ void groupWithoutWait(const int *in, int *out) {
  __shared__ int s[Size];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * Size, sizeof(int) * Size);
  block.sync();
  out[global()] = s[Size - 1 - threadIdx.x];
  cg::wait(block);
}

__global__ void groupWaitsForOlder(const int *in, int *out) {
  __shared__ int s[Size];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * Size, sizeof(int) * Size);
  cg::wait_prior<1>(block);
  out[global()] = s[Size - 1 - threadIdx.x];
  cg::wait(block);
}

using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;

__device__ void fetch(Pipeline &pipe, int *part, const int *in, int i) {
  pipe.producer_acquire();
  cuda::memcpy_async(&part[threadIdx.x], &in[i * Size + threadIdx.x],
                     cuda::aligned_size_t<4>(4), pipe);
  pipe.producer_commit();
}

template <bool Waits, bool LastBarrier>
__device__ void oneStage(const int *in, int *out, int n) {
  __shared__ int s[Size];
  Pipeline pipe = cuda::make_pipeline();
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    fetch(pipe, s, in, i);
    if (Waits)
      pipe.consumer_wait();
    __syncthreads();
    sum += s[Size - 1 - threadIdx.x];
    pipe.consumer_release();
    if (LastBarrier)
      __syncthreads();
  }
  out[global()] = sum;
}

__global__ void pipeline(const int *in, int *out, int n) {
  oneStage<true, true>(in, out, n);
}
__global__ void pipelineOneBarrier(const int *in, int *out, int n) {
  oneStage<true, false>(in, out, n);
}
__global__ void pipelineWithoutWait(const int *in, int *out, int n) {
  oneStage<false, true>(in, out, n);
}

/// One part is computed on while the next one is fetched; in has one more than
/// is used.
template <int Parts> __device__ void twoStages(const int *in, int *out, int n) {
  __shared__ int s[Parts][Size];
  Pipeline pipe = cuda::make_pipeline();
  int sum = 0;
  fetch(pipe, s[0], in, 0);
  for (int i = 0; i < n; ++i) {
    fetch(pipe, s[(i + 1) % Parts], in, i + 1);
    pipe.consumer_wait();
    __syncthreads();
    sum += s[i % Parts][Size - 1 - threadIdx.x];
    pipe.consumer_release();
    __syncthreads();
  }
  pipe.consumer_wait();
  out[global()] = sum;
}

__global__ void ahead(const int *in, int *out, int n) {
  twoStages<2>(in, out, n);
}
__global__ void aheadTooFar(const int *in, int *out, int n) {
  twoStages<1>(in, out, n);
}

void launch(const int *in, int *out, int n) {
  group<<<8, Size>>>(in, out);
  groupWithoutWait<<<8, Size>>>(in, out);
  groupWaitsForOlder<<<8, Size>>>(in, out);
  pipeline<<<8, Size>>>(in, out, n);
  pipelineOneBarrier<<<8, Size>>>(in, out, n);
  pipelineWithoutWait<<<8, Size>>>(in, out, n);
  ahead<<<8, Size>>>(in, out, n);
  aheadTooFar<<<8, Size>>>(in, out, n);
}
