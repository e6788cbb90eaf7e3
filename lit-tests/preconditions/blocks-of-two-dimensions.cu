// Where a block works on 32 x 8 or 16 x 16 elements, it is meant to have so many
// threads along each dimension. A launch that has more is told, and so is what
// works on less than a power of two, as beside a halo.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ALONE --implicit-check-not=warning:
// RUN: %racemap check %s -- -DROWS=8 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DROWS=16 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
// RUN: not %racemap check %s -- -DSIDE=14 2>&1 | \
// RUN:   FileCheck %s --check-prefix=HALO
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ALONE: remark: kernel 'wide(float*, int, int)' is undecided: race if blockDim.x > 32 || blockDim.y > 8; no launch in sight rules that out
// ALONE: remark: kernel 'square(float*, int, int)' is undecided: race if blockDim.x > 16 || blockDim.y > 16; no launch in sight rules that out
// GOOD: 2 kernels: 1 race-free, 0 racy, 1 unknown
// BAD: warning: data race on 'a' in kernel 'wide(float*, int, int)'
// HALO: warning: data race on 'a' in kernel 'square(float*, int, int)'

#ifndef SIDE
#define SIDE 16
#endif

__global__ void wide(float *a, int rows, int width) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < rows)
    a[y * width + x] = threadIdx.x;
}

__global__ void square(float *a, int rows, int width) {
  int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
  if (x < width && y < rows)
    a[y * width + x] = threadIdx.x;
}

#ifdef ROWS
void launch(float *a, int rows, int width) {
  wide<<<dim3((width + 31) / 32, (rows + 7) / 8), dim3(32, ROWS)>>>(a, rows, width);
}
#endif
