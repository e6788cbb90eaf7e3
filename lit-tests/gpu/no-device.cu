// Without a device, a program is told so, whether it looks at its errors or not,
// and runs as it would.
//
// REQUIRES: codegen, ptxas
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=gpu -arch=sm_90 --kernel=^$ %s -o %t
// RUN: env CUDA_VISIBLE_DEVICES=-1 bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: env CUDA_VISIBLE_DEVICES=-1 bash -c '%t looks; echo status $?' 2>&1 | FileCheck %s
// CHECK-NOT: has launched a kernel
// CHECK: {{^}}racemap: warning: no CUDA device can be used (cudaError{{InsufficientDriver|NoDevice}}: {{.+}}), so nothing was monitored; a build with --device=cpu needs none
// CHECK-NEXT: status 1
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void kernel(float *a) { a[threadIdx.x] += 1; }

int main(int count, char **) {
  float *a = nullptr;
  if (cudaMalloc(&a, 1024) != cudaSuccess && count > 1)
    return cudaGetLastError() != cudaSuccess;
  kernel<<<1, 64>>>(a);
  return cudaDeviceSynchronize() != cudaSuccess;
}
