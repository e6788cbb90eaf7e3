// A mask of __syncwarp names those that come to it, and nobody else.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: warning: barrier divergence in kernel 'namesTooMany({{.*}}(provable)
// CHECK-DAG: note: for example thread ({{0,0,0\) and thread \([0-9]+|[0-9]+,0,0\) and thread \(0}},0,0)
// CHECK-DAG: warning: barrier divergence in kernel 'namesTooFew({{.*}}(provable)
// CHECK-DAG: comes to the barrier and its mask does not name it
// CHECK-DAG: warning: data race on 's' in kernel 'readsOfOthers({{.*}}another thread of the warp (provable)
// CHECK: 4 kernels: 1 race-free, 1 racy, 2 unknown

__global__ void fits(int *out) {
  __shared__ int s[32];
  int other = 0;
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0xffff);
    other = s[threadIdx.x ^ 1];
  }
  out[threadIdx.x] = other;
}

__global__ void namesTooMany(int *out) {
  __shared__ int s[32];
  int other = 0;
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 8) {
    __syncwarp(0xffff);
    other = s[threadIdx.x ^ 1];
  }
  out[threadIdx.x] = other;
}

__global__ void namesTooFew(int *out) {
  __shared__ int s[32];
  int other = 0;
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0xff);
    other = s[threadIdx.x ^ 1];
  }
  out[threadIdx.x] = other;
}

__global__ void readsOfOthers(int *out) {
  __shared__ int s[32];
  int other = 0;
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp(0xffff);
    other = s[threadIdx.x ^ 16];
  }
  out[threadIdx.x] = other;
}

void launch(int *out) {
  fits<<<1, 32>>>(out);
  namesTooMany<<<1, 32>>>(out);
  namesTooFew<<<1, 32>>>(out);
  readsOfOthers<<<1, 32>>>(out);
}
