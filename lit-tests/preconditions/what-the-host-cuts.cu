// What the host cuts to 32 bits fits there: a race that only sizes have for
// which it does not is no warning.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: kernel 'rows({{.*}} is undecided: race if 4 * width > 2147483647; no launch in sight rules that out
// GOOD: 1 kernel: 0 race-free, 0 racy, 1 unknown
// BAD: data race on 'image' in kernel 'rows({{.*}} (provable)

#include <cstdlib>

__global__ void rows(float *image, int pitch, int width, int height) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < height) {
    float *line = (float *)((char *)image + y * pitch);
#ifdef BAD
    for (int x = 0; x <= width; ++x)
#else
    for (int x = 0; x < width; ++x)
#endif
      line[x] = y;
  }
}
int main(int argc, char **argv) {
  int width = atoi(argv[1]), height = atoi(argv[2]);
  int pitch = width * sizeof(float);
  float *image;
  cudaMalloc(&image, size_t(pitch) * height);
  rows<<<(height + 63) / 64, 64>>>(image, pitch, width, height);
}
