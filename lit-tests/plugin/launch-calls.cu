// The ways to launch a kernel.
//
// RUN: %runtime
// RUN: %clangxx_cuda -std=c++17 -fsyntax-only --cuda-device-only -w %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
// RUN: %clangxx_cuda -std=c++17 -fsyntax-only --cuda-device-only -w %s \
// RUN:   -DCUDA_API_PER_THREAD_DEFAULT_STREAM \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// CHECK-LABEL: kernel "byCall(
// CHECK: launch "launch {{.*}}" block 128 grid _ {
// CHECK-NEXT: assume gridDim.x == (n +s 127) / 128;
KERNEL(byCall)
void byCalls(unsigned *p, int size) {
  void *args[] = {&p, &size};
  cudaLaunchKernel((const void *)byCall, dim3((size + 127) / 128), dim3(128),
                   args, 0, 0);
}

// CHECK-LABEL: kernel "cooperative(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK-NEXT: assume gridDim.x == n / 64;
KERNEL(cooperative)
void cooperatives(unsigned *p, int size) {
  void *args[] = {(void *)&p, (void *)&size};
  dim3 grid(size / 64), block(64);
  cudaLaunchCooperativeKernel((void *)cooperative, grid, block, args);
}

// CHECK-LABEL: kernel "configured(
// CHECK: launch "launch {{.*}}" block 32 grid (_, 2) {
// CHECK-NEXT: assume gridDim.x == n / 32;
KERNEL(configured)
void configure(unsigned *p, int size) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(size / 32, 2);
  config.blockDim.x = 32;
  config.blockDim.y = 1;
  config.blockDim.z = 1;
  cudaLaunchConfig_t other = config;
  cudaLaunchKernelEx(&other, configured, p, size);
}

// What a list copies it leaves alone, and what a list means counts, with the
// braces that were left out.
// CHECK-LABEL: kernel "listed(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK-NEXT: assume gridDim.x == n / 32;
KERNEL(listed)
struct Sizes {
  int Of[2];
};
void list(unsigned *p, int size) {
  int threads = 64;
  Sizes both = {threads, size};
  dim3 grid(size / 32), block(threads);
  cudaLaunchConfig_t config = {grid, block};
  cudaLaunchKernelEx(&config, listed, p, size);
}

// The array of arguments is used for something else: they may change.
// CHECK-LABEL: kernel "shown(
// CHECK: launch "launch {{.*}}" block 128 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(shown)
void show(void **);
void shows(unsigned *p, int size) {
  void *args[] = {&p, &size};
  int blocks = size;
  show(args);
  cudaLaunchKernel((const void *)shown, dim3(blocks), dim3(128), args, 0, 0);
}
