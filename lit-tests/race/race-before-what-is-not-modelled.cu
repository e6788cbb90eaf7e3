// A kernel with something that is not modelled is never race-free, but a race
// of threads that have not come there, nor met others who may have, is one.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy --block-dim=64 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Open --block-dim=64 2>&1 | \
// RUN:   FileCheck %s --check-prefix=OPEN --implicit-check-not=warning:
//
// A race behind it is possible, and the note names what it is.
// RUN: not %racemap check %s --kernel=laterOpen --block-dim=64 --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BEHIND
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: data race on 's' in kernel 'earlyRacy({{.*}} (provable)
// CHECK-DAG: warning: data race on 's' in kernel 'besideRacy({{.*}} (provable)
// CHECK: 2 kernels: 0 race-free, 2 racy, 0 unknown
// OPEN: kernel 'laterOpen({{.*}} is undecided: call of unknown function
// OPEN: kernel 'mendedOpen({{.*}} is undecided: call of unknown function
// BEHIND: note: {{.*}} (if the paths are as assumed: call of unknown function somewhere(int*){{.*}})
// OPEN: 2 kernels: 0 race-free, 0 racy, 2 unknown

__device__ int somewhere(int *);

__global__ void earlyRacy(int *out, const int *in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  somewhere(out);
}

__global__ void besideRacy(int *out) {
  __shared__ int s[64];
  if (threadIdx.x == 0)
    somewhere(out);
  else if (threadIdx.x > 31)
    s[threadIdx.x & 1] = threadIdx.x;
}

__global__ void laterOpen(int *out) {
  __shared__ int s[64];
  if (threadIdx.x == 0)
    somewhere(out);
  __syncthreads();
  s[threadIdx.x & 1] = threadIdx.x;
}

__global__ void mendedOpen(int *out, const int *in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  somewhere(out);
}
