// Kernels that only this file knows are matched with their launches, also with
// -fgpu-rdc, which makes clang give them unique names.
//
// RUN: %bare
// DEFINE: %{map} = %clangxx_cuda --cuda-device-only -fsyntax-only -w %s \
// DEFINE:   -fplugin-arg-racemap-emit-map=-
// RUN: %{map} | FileCheck %s
// RUN: %{map} -fgpu-rdc -Xclang -cuid=abc | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-DAG: launch "launch {{.*}}static-kernels.cu:[[@LINE+9]]" block 32 grid 1;
// CHECK-DAG: launch "launch {{.*}}static-kernels.cu:[[@LINE+9]]" block 64 grid 1;
// CHECK-DAG: launch "launch {{.*}}static-kernels.cu:[[@LINE+9]]" block 96 grid 1;
static __global__ void mine(int *p) { p[threadIdx.x] = 0; }
namespace {
__global__ void hidden(int *p) { p[threadIdx.x] = 0; }
}
extern "C" __global__ void plain(int *p) { p[threadIdx.x] = 0; }
void launch(int *p) {
  mine<<<1, 32>>>(p);
  hidden<<<1, 64>>>(p);
  plain<<<1, 96>>>(p);
}
