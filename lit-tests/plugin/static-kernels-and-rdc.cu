// Kernels that only this file knows, whose names clang makes unique with
// -fgpu-rdc, are matched with their launches.
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -w -fgpu-rdc -Xclang -cuid=abc %s -fplugin-arg-racemap-emit-map=- | FileCheck %s
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
// CHECK-DAG: launch "launch {{.*}}static-kernels-and-rdc.cu:10" block 32 grid 1;
// CHECK-DAG: launch "launch {{.*}}static-kernels-and-rdc.cu:11" block 64 grid 1;
// CHECK-DAG: launch "launch {{.*}}static-kernels-and-rdc.cu:12" block 96 grid 1;
