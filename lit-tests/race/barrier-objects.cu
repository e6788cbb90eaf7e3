// cuda::barrier: an object in shared memory, of as many threads as init says.
// Silent kernels are proved.
//
// RUN: %runtime
// RUN: not %racemap check %s --emit-map=%t.map 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=MAP --input-file=%t.map
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MAP-LABEL: kernel "split(
// MAP: wr bar
// MAP: sync
// MAP: atomic(block) bar
// MAP-NEXT: arrive(16, 64)
// MAP: await(16, 64)
// MAP-NEXT: atomic(block) rd bar
// MAP-LABEL: kernel "
// CHECK-DAG: warning: data race on 's' in kernel 'waitsLate(
// CHECK-DAG: warning: data race on 's' in kernel 'arrivesEarly(
// CHECK-DAG: warning: data race on 's' in kernel 'void twoObjects<false>(
// CHECK-DAG: warning: data race on 'bar' in kernel 'notInitialised(
// CHECK-DAG: warning: data race on 's' in kernel 'void handsOver<false>(
// CHECK-DAG: warning: barrier divergence in kernel 'tooMany(
// CHECK-DAG: 'tooMany({{.*}} is undecided: divergent barrier
// CHECK-DAG: 'tooFew({{.*}} is undecided: divergent barrier (more threads come to this barrier than it counts)
// CHECK-DAG: warning: data race on 's' in kernel 'void someArrive<false>(
// CHECK-DAG: warning: data race on 'bar' in kernel 'void inTurns<false>(
// CHECK-DAG: 'oldToken({{.*}} is undecided: cuda::barrier: a thread waits for another arrival than its last one
// CHECK-DAG: 'forTwo({{.*}} is undecided: cuda::barrier: a thread arrives for several
// CHECK-DAG: 'countOfAnInput({{.*}} is undecided: cuda::barrier: how many threads it counts
// CHECK-DAG: 'oneOfTwo({{.*}} is undecided: cuda::barrier: which object it is
// CHECK: 21 kernels: 8 race-free, 7 racy, 6 unknown
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

#define BEGIN(COUNT)                                                           \
  __shared__ Barrier bar;                                                      \
  __shared__ int s[64];                                                        \
  int t = threadIdx.x;                                                         \
  if (t == 0)                                                                  \
    init(&bar, COUNT);                                                         \
  __syncthreads();

__global__ void whole(int *out) {
  BEGIN(blockDim.x)
  s[t] = t;
  bar.arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

__global__ void inALoop(int *out, int n) {
  BEGIN(blockDim.x)
  for (int i = 0; i < n; ++i) {
    s[t] = i;
    bar.arrive_and_wait();
    out[blockDim.x * blockIdx.x + t] = s[63 - t];
    bar.arrive_and_wait();
  }
}

// What is done between arriving and waiting is not ordered.
__global__ void split(int *out) {
  BEGIN(64)
  s[t] = t;
  auto token = bar.arrive();
  out[blockDim.x * blockIdx.x + t] = s[t];
  bar.wait(std::move(token));
  out[blockDim.x * blockIdx.x + t] += s[63 - t];
}

__global__ void waitsLate(int *out) {
  BEGIN(64)
  s[t] = t;
  auto token = bar.arrive();
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
  bar.wait(std::move(token));
}

__global__ void arrivesEarly(int *out) {
  BEGIN(64)
  auto token = bar.arrive();
  s[t] = t;
  bar.wait(std::move(token));
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

// A barrier for each way: one says that the data is there, one that it is read.
template <bool GOOD> __global__ void twoObjects(int *out, int n) {
  __shared__ Barrier full, empty;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) {
    init(&full, 64);
    init(&empty, 64);
  }
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    s[t] = i;
    full.arrive_and_wait();
    out[blockDim.x * blockIdx.x + t] = s[63 - t];
    if (GOOD)
      empty.arrive_and_wait();
  }
}

// One for each warp.
__global__ void eachWarpItsOwn(int *out) {
  __shared__ Barrier first, second;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0) {
    init(&first, 32);
    init(&second, 32);
  }
  __syncthreads();
  s[t] = t;
  if (t < 32)
    first.arrive_and_wait();
  else
    second.arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[t ^ 16];
}

__global__ void notInitialised(int *out) {
  __shared__ Barrier bar;
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t == 0)
    init(&bar, 64);
  s[t] = t;
  bar.arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[t];
}

// One warp writes, the other one reads.
template <bool GOOD> __global__ void handsOver(int *out) {
  BEGIN(64)
  if (t < 32) {
    if (GOOD)
      s[t] = t;
    (void)bar.arrive();
    if (!GOOD)
      s[t] = t;
  } else {
    bar.arrive_and_wait();
    out[t] = s[63 - t];
  }
}

__global__ void tooMany(int *out) {
  BEGIN(96)
  s[t] = t;
  bar.arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

__global__ void tooFew(int *out) {
  BEGIN(32)
  s[t] = t;
  bar.arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

// Of a warp, some threads wait, some arrive, and some do not come.
template <bool GOOD> __global__ void someArrive(int *out) {
  BEGIN(24)
  s[t] = t;
  if (t < 8) {
    bar.arrive_and_wait();
    out[blockDim.x * blockIdx.x + t] = s[GOOD ? 23 - t : 63 - t];
  } else if (t < 24) {
    (void)bar.arrive();
  }
}

// It is set up again while others may still look whether it is over.
template <bool GOOD> __global__ void inTurns(int n) {
  __shared__ Barrier bar;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0)
      init(&bar, 64);
    __syncthreads();
    bar.arrive_and_wait();
    if (GOOD)
      __syncthreads();
  }
}

__global__ void oldToken(int *out) {
  BEGIN(64)
  s[t] = t;
  auto first = bar.arrive();
  auto second = bar.arrive();
  bar.wait(std::move(first));
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

__global__ void forTwo(int *out) {
  BEGIN(128)
  s[t] = t;
  bar.wait(bar.arrive(2));
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

__global__ void countOfAnInput(int *out, const int *in) {
  BEGIN(in[0])
  s[t] = t;
  bar.arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

__global__ void oneOfTwo(int *out, int which) {
  __shared__ Barrier bars[2];
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 2)
    init(&bars[t], 64);
  __syncthreads();
  s[t] = t;
  bars[which & 1].arrive_and_wait();
  out[blockDim.x * blockIdx.x + t] = s[63 - t];
}

void launch(int *out, const int *in, int n) {
  split<<<4, 64>>>(out);
  waitsLate<<<4, 64>>>(out);
  arrivesEarly<<<4, 64>>>(out);
  twoObjects<true><<<4, 64>>>(out, n);
  twoObjects<false><<<4, 64>>>(out, n);
  eachWarpItsOwn<<<4, 64>>>(out);
  notInitialised<<<4, 64>>>(out);
  handsOver<true><<<1, 64>>>(out);
  handsOver<false><<<1, 64>>>(out);
  tooMany<<<4, 64>>>(out);
  tooFew<<<4, 64>>>(out);
  someArrive<true><<<4, 64>>>(out);
  someArrive<false><<<4, 64>>>(out);
  inTurns<true><<<4, 64>>>(n);
  inTurns<false><<<4, 64>>>(n);
  oldToken<<<4, 64>>>(out);
  forTwo<<<4, 64>>>(out);
  countOfAnInput<<<4, 64>>>(out, in);
  oneOfTwo<<<4, 64>>>(out, n);
}
