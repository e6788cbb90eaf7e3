// cuda::memcpy_async with a cuda::barrier: the barrier waits for the copies.
// Silent kernels are proved.
//
// RUN: %runtime
// RUN: not %racemap check %s --emit-map=%t.map -- -arch=sm_80 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.map
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MAP-LABEL: kernel "void oneTile<true>(
// MAP: async wr s
// MAP: commit
// MAP-NEXT: wait 0
// MAP-NEXT: sync(16, 64)
// MAP: kernel "
// CHECK-DAG: warning: data race on 's' in kernel 'void oneTile<false>({{.*}}: this write and a read by another thread of the block (provable)
// CHECK-DAG: warning: data race on 's' in kernel 'void tileByTile<false>({{.*}}: this read and a write by another thread of the block (provable)
// CHECK-DAG: 'leavesFirst({{.*}} is undecided: {{.*}}cp.async.mbarrier.arrive
// CHECK-DAG: 'leavesALoop({{.*}} is undecided: {{.*}}cp.async.mbarrier.arrive
// CHECK-DAG: 'otherBarrier({{.*}} is undecided: {{.*}}cp.async.mbarrier.arrive
// CHECK-DAG: 'readsWhileItWaits({{.*}} is undecided: {{.*}}cp.async.mbarrier.arrive
// CHECK-DAG: 'oneMoreCopy({{.*}} is undecided: {{.*}}cp.async.mbarrier.arrive
// CHECK: 11 kernels: 4 race-free, 2 racy, 5 unknown
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

#define BEGIN                                                                  \
  __shared__ Barrier bar, other;                                               \
  __shared__ int s[64];                                                        \
  int t = threadIdx.x;                                                         \
  if (t == 0) {                                                                \
    init(&bar, 64);                                                            \
    init(&other, 64);                                                          \
  }                                                                            \
  __syncthreads();

// Each thread copies one element, and reads another one.
template <bool WAITS> __global__ void oneTile(int *out, const int *in) {
  BEGIN
  cuda::memcpy_async(s + t, in + 64 * blockIdx.x + t, sizeof(int), bar);
  if (WAITS)
    bar.arrive_and_wait();
  out[64 * blockIdx.x + t] = s[63 - t];
  if (!WAITS)
    bar.arrive_and_wait();
}

template <bool WAITS> __global__ void tileByTile(int *out, const int *in,
                                                 int n) {
  BEGIN
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(s + t, in + 64 * i + t, sizeof(int), bar);
    bar.arrive_and_wait();
    sum += s[63 - t];
    if (WAITS)
      bar.arrive_and_wait();
  }
  out[64 * blockIdx.x + t] = sum;
}

// Two copies, of which the first is tracked twice; and waiting in two steps.
__global__ void twoCopies(int *out, const int *in, const int *more) {
  BEGIN
  __shared__ int r[64];
  cuda::memcpy_async(s + t, in + 64 * blockIdx.x + t, sizeof(int), bar);
  cuda::memcpy_async(r + t, more + 64 * blockIdx.x + t, sizeof(int), bar);
  bar.wait(bar.arrive());
  out[64 * blockIdx.x + t] = s[63 - t] + r[63 - t];
}

__global__ void byTheBlock(int *out, const int *in) {
  BEGIN
  auto block = cooperative_groups::this_thread_block();
  cuda::memcpy_async(block, s, in + 64 * blockIdx.x, sizeof(s), bar);
  bar.arrive_and_wait();
  out[64 * blockIdx.x + t] = s[63 - t];
}

__global__ void leavesFirst(int *out, const int *in, int n) {
  BEGIN
  cuda::memcpy_async(s + t, in + 64 * blockIdx.x + t, sizeof(int), bar);
  if (t >= n)
    return;
  bar.arrive_and_wait();
  out[64 * blockIdx.x + t] = s[63 - t];
}

__global__ void leavesALoop(int *out, const int *in, int n) {
  BEGIN
  for (int i = 0; i < n; ++i) {
    cuda::memcpy_async(s + t, in + 64 * i + t, sizeof(int), bar);
    if (i == t)
      return;
    bar.arrive_and_wait();
  }
  out[64 * blockIdx.x + t] = s[63 - t];
}

__global__ void otherBarrier(int *out, const int *in) {
  BEGIN
  cuda::memcpy_async(s + t, in + 64 * blockIdx.x + t, sizeof(int), bar);
  other.arrive_and_wait();
  out[64 * blockIdx.x + t] = s[63 - t];
  bar.arrive_and_wait();
}

__global__ void readsWhileItWaits(int *out, const int *in) {
  BEGIN
  cuda::memcpy_async(s + t, in + 64 * blockIdx.x + t, sizeof(int), bar);
  auto token = bar.arrive();
  out[64 * blockIdx.x + t] = s[t];
  bar.wait(std::move(token));
}

// The second one is of no barrier.
__global__ void oneMoreCopy(int *out, const int *in, const int *more) {
  BEGIN
  cuda::memcpy_async(s + t, in + 64 * blockIdx.x + t, sizeof(int), bar);
  __pipeline_memcpy_async(s + t, more + 64 * blockIdx.x + t, sizeof(int));
  bar.arrive_and_wait();
  out[64 * blockIdx.x + t] = s[63 - t];
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 16 * 64 * sizeof(int));
  cudaMalloc(&b, 16 * 64 * sizeof(int));
  cudaMalloc(&c, 16 * 64 * sizeof(int));
  oneTile<true><<<16, 64>>>(a, b);
  oneTile<false><<<16, 64>>>(a, b);
  tileByTile<true><<<16, 64>>>(a, b, 8);
  tileByTile<false><<<16, 64>>>(a, b, 8);
  twoCopies<<<16, 64>>>(a, b, c);
  byTheBlock<<<16, 64>>>(a, b);
  leavesFirst<<<16, 64>>>(a, b, 63);
  leavesALoop<<<16, 64>>>(a, b, 8);
  otherBarrier<<<16, 64>>>(a, b);
  readsWhileItWaits<<<16, 64>>>(a, b);
  oneMoreCopy<<<16, 64>>>(a, b, c);
}
