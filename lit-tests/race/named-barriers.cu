// Barriers with a number and a count order those that come to them; they
// diverge if fewer come.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %racemap check %s --level=possible --kernel=oneHalf 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SILENT --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SILENT: 1 kernel: 1 race-free, 0 racy, 0 unknown
// CHECK-DAG: warning: data race on 's' in kernel 'acrossHalves({{.*}}another thread of the block (provable)
// CHECK-DAG: warning: barrier divergence in kernel 'oneWarpOfTwo({{.*}}(provable)
// CHECK-DAG: 32 threads of the block come to the barrier, which waits for 64
// CHECK-DAG: 'twiceAsMany({{.*}} is undecided: divergent barrier
// CHECK-DAG: 'partialWarp({{.*}} is undecided: divergent barrier (some threads of a warp come to a barrier with a count)
// CHECK: 7 kernels: 3 race-free, 1 racy, 3 unknown

__device__ void waitFor128() { asm volatile("bar.sync 1, 128;" ::: "memory"); }

__global__ void twoHalves(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[blockIdx.x * 128 + t] = s[t ^ 32];
}

__global__ void acrossHalves(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[blockIdx.x * 128 + t] = s[t ^ 64];
}

__global__ void oneHalf(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[blockIdx.x * 128 + t] = s[t ^ 32];
  }
}

__global__ void all(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  waitFor128();
  out[blockIdx.x * 128 + t] = s[t ^ 64];
}

__global__ void oneWarpOfTwo(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  if (t < 32)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 128 + t] = s[t ^ 32];
}

__global__ void twiceAsMany(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 128 + t] = s[t ^ 64];
}

// The last warp has 16 threads and counts as 32: this is no divergence.
__global__ void partialWarp(int *out) {
  __shared__ int s[48];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 1, 64;" ::: "memory");
  out[blockIdx.x * 48 + t] = s[47 - t];
}

void launch(int *out) {
  twoHalves<<<4, 128>>>(out);
  acrossHalves<<<4, 128>>>(out);
  oneHalf<<<4, 128>>>(out);
  all<<<4, 128>>>(out);
  oneWarpOfTwo<<<4, 128>>>(out);
  twiceAsMany<<<4, 128>>>(out);
  partialWarp<<<4, 48>>>(out);
}
