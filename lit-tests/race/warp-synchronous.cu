// The end of a reduction by one warp, with no barrier between its steps: right
// before Volta, where the threads of a warp advance in lockstep.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=oneWarp 2>&1 | FileCheck %s --check-prefix=INDEPENDENT
// RUN: not %racemap check %s --warp-sync=lockstep 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: %racemap check %s --warp-sync=lockstep --kernel=oneWarp --json=- 2>/dev/null | \
// RUN:   FileCheck %s --check-prefix=ASSUMED
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// INDEPENDENT: warning: data race on 'sums' in kernel 'oneWarp({{.*}}(provable)
// INDEPENDENT: 1 kernel: 0 race-free, 1 racy, 0 unknown
// ASSUMED: "the threads of a warp advance in lockstep"
//
// CHECK-DAG: warning: data race on 'sums' in kernel 'twoWarps({{.*}}another thread of the block (provable)
// CHECK-DAG: warning: data race on 'sums' in kernel 'twoSides({{.*}}another thread of the warp (provable)
// CHECK-DAG: nothing orders the two sides of a condition at which the warp parts
// CHECK-DAG: warning: data race on 'sums' in kernel 'sameElement({{.*}}two threads of one warp write here (provable)
// CHECK-DAG: the threads of a warp execute it together
// CHECK-DAG: 'eitherOfTwo({{.*}} is undecided: only possible findings
// CHECK-DAG: 'tripCounts({{.*}} is undecided: only possible findings
// CHECK: 8 kernels: 3 race-free, 3 racy, 2 unknown

__global__ void oneWarp(const int *in, int *out) {
  __shared__ volatile int sums[256];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  if (t < 128)
    sums[t] += sums[t + 128];
  __syncthreads();
  if (t < 64)
    sums[t] += sums[t + 64];
  __syncthreads();
  if (t < 32) {
    sums[t] += sums[t + 32];
    sums[t] += sums[t + 16];
    sums[t] += sums[t + 8];
    sums[t] += sums[t + 4];
    sums[t] += sums[t + 2];
    sums[t] += sums[t + 1];
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

__global__ void twoWarps(const int *in, int *out) {
  __shared__ int sums[256];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 64)
    sums[threadIdx.x] = sums[threadIdx.x + 32];
}

__global__ void inALoop(const int *in, int *out) {
  __shared__ volatile int sums[64];
  int t = threadIdx.x;
  if (t < 32) {
    sums[t] = in[t];
    sums[t + 32] = in[t + 32];
    for (int s = 32; s > 0; s /= 2)
      sums[t] += sums[t + s];
    out[t] = sums[t];
  }
}

__global__ void twoSides(int *out) {
  __shared__ volatile int sums[32];
  int t = threadIdx.x;
  if (t < 16)
    sums[t] = 1;
  else
    out[t] = sums[t - 16];
}

__global__ void oneAfterTheOther(int *out) {
  __shared__ volatile int sums[32];
  int t = threadIdx.x;
  if (t < 16)
    sums[t] = 1;
  if (t >= 16)
    out[t] = sums[t - 16];
}

__global__ void sameElement(int *out) {
  __shared__ volatile int sums[16];
  int t = threadIdx.x;
  sums[t % 16] = t;
  out[t] = sums[0];
}

/// Two jumps to one place: the sides of the condition are no Then and Else.
__global__ void eitherOfTwo(int *out, int n) {
  __shared__ volatile int sums[32];
  int t = threadIdx.x;
  if (t == n || t > 20)
    out[t] = sums[(t + 11) % 32];
  else
    sums[t] = 1;
}

__global__ void tripCounts(int *out) {
  __shared__ volatile int sums[32];
  int t = threadIdx.x;
  for (int i = 0; i < t; ++i)
    sums[(t + i) % 32] = i;
  out[t] = sums[t];
}

void launch(const int *in, int *out, int n) {
  oneWarp<<<4, 256>>>(in, out);
  twoWarps<<<1, 256>>>(in, out);
  inALoop<<<1, 64>>>(in, out);
  twoSides<<<1, 32>>>(out);
  oneAfterTheOther<<<1, 32>>>(out);
  sameElement<<<1, 32>>>(out);
  eitherOfTwo<<<1, 32>>>(out, n);
  tripCounts<<<1, 32>>>(out);
}
