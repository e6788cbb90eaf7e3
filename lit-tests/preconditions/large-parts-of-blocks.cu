// Blocks that work on more than 8,192 elements each race where a 32-bit index
// runs over, which takes tens of thousands of them: nobody means that. Parts
// that overlap are a warning.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DLENGTH='part + 1' 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: remark: kernel 'fill(float*, int, int)' is undecided: race if gridDim.x * 50304 >= 2147483648; no launch in sight rules that out
// BAD: warning: data race on 'x' in kernel 'fill(float*, int, int)'

#ifndef LENGTH
#define LENGTH part
#endif

__global__ void fill(float *x, int part, int length) {
  float *row = x + blockIdx.x * part;
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    row[i] = blockIdx.x;
}

void launch(float *x, int blocks) {
  const int part = 50304;
  fill<<<blocks, 256>>>(x, part, LENGTH);
}
