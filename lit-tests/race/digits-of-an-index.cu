// An index is taken apart into image, channel, row and column, and put together
// again.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out'
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

struct Sizes {
  int images, channels, rows, columns;
};

__device__ void write(float *out, Sizes s, int rows, size_t n) {
  size_t i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i >= n)
    return;
  int image = (i / ((size_t)s.channels * s.rows * s.columns)) % s.images;
  int channel = (i / ((size_t)s.rows * s.columns)) % s.channels;
  int row = (i / s.columns) % rows;
  int column = i % s.columns;
  out[image * s.channels * s.rows * s.columns + channel * s.rows * s.columns +
      row * s.columns + column] = i;
}

__global__ void putGood(float *out, Sizes s, size_t n) {
  write(out, s, s.rows, n);
}

__global__ void putRacy(float *out, Sizes s, size_t n) {
  write(out, s, s.rows / 2, n);
}

void launch(float *out) {
  Sizes s = {128, 3, 480, 640};
  size_t n = (size_t)s.images * s.channels * s.rows * s.columns;
  putGood<<<(n + 255) / 256, 256>>>(out, s, n);
  putRacy<<<(n + 255) / 256, 256>>>(out, s, n);
}
