// A loop whose limit is another one for each thread, or that is reached under a
// condition that nobody knows: no condition on the launch says that its index
// does not wrap, and the loop itself promises it.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --json=%t.json -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD-COUNT-2: warning: data race on 'out'
// BAD: 3 kernels: 0 race-free, 2 racy, 1 unknown
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown
// JSON-COUNT-3: "no loop's index wraps"

#ifdef FIXED
#define STRIDE blockDim.x
#else
#define STRIDE (blockDim.x / 2)
#endif

// The lower triangle of each matrix.
__global__ void triangles(float *out, int n, int t) {
  int row = blockIdx.x;
  if (row >= n * t)
    return;
  int last = row % t;
  for (int i = threadIdx.x; i <= last; i += STRIDE)
    out[(long)row * t + i] = threadIdx.x;
}

// Rows of their own lengths.
__global__ void rows(float *out, const int *length, int pitch) {
  int row = blockIdx.x;
  if (length[row] > pitch)
    return;
  for (int i = threadIdx.x; i < length[row]; i += STRIDE)
    out[(long)row * pitch + i] = threadIdx.x;
}

// Whether a thread comes here, a number with a fraction says.
__global__ void layers(float *out, float width, float by, int layers, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
  x /= 2;
#endif
  if (x < width * by && x < n)
    for (int z = blockIdx.y; z < layers; z += gridDim.y)
      out[(long)z * n + x] = threadIdx.x;
}

void launch(float *out, int n) {
  triangles<<<n * 1024, 256>>>(out, n, 1024);
}
