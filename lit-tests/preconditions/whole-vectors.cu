// A kernel that accesses rows some elements at a time is meant for rows of
// whole such vectors: a race that only others have is no warning. It is one if
// the thread's part of the index is no multiple of the vector's size, or if the
// launch says how long rows are.
//
// RUN: %runtime
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: kernel 'scale({{.*}} is undecided: race if width % 2 != 0; no launch in sight rules that out
// GOOD: kernel 'move({{.*}} is undecided: race if width % 4 != 0; no launch in sight rules that out
// GOOD: 2 kernels: 0 race-free, 0 racy, 2 unknown
// BAD-DAG: data race on 'row' in kernel 'scale({{.*}}
// BAD-DAG: data race on 'row' in kernel 'move({{.*}}
// BAD-DAG: data race on 'row' in kernel 'odd({{.*}}
// BAD: 3 kernels: 0 race-free, 3 racy, 0 unknown

#include <cstdlib>

__global__ void scale(float2 *row, int width, int height) {
  int image = blockIdx.y, y = blockIdx.x;
  int begin = image * width * height + y * width;
#ifdef BAD
  int step = 1;
#else
  int step = 2;
#endif
  for (int x = threadIdx.x * step; x < width; x += blockDim.x * step)
    row[(begin + x) >> 1] = make_float2(x, x);
}
__global__ void move(float4 *row, int width) {
  int y = blockIdx.x, x = threadIdx.x * 4;
#ifdef BAD
  ++x;
#endif
  if (x < width)
    row[(y * width + x) / 4] = make_float4(x, x, x, x);
}
#ifdef BAD
__global__ void odd(float2 *row, int width) {
  int y = blockIdx.x, x = threadIdx.x * 2;
  if (x < width)
    row[(y * width + x) / 2] = make_float2(x, x);
}
#endif
int main(int argc, char **argv) {
  int width = atoi(argv[1]), height = atoi(argv[2]), images = atoi(argv[3]);
  float2 *p;
  float4 *q;
  scale<<<dim3(height, images), 128>>>(p, width, height);
  move<<<height, 128>>>(q, width);
#ifdef BAD
  odd<<<images, 128>>>(p, images + 3);
#endif
}
