// One thread too many gets past the guard of an allocation.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: out-of-bounds access to 'data' {{.*}}(provable)
// BAD: note: for example thread {{.*}}, n = [[N:[0-9]+]], byte {{[0-9]+}} of 'data', which has {{[0-9]+}} bytes
// BAD: note: 1 more access leaves the array
// BAD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

#ifdef FIXED
#define WITHIN <
#else
#define WITHIN <=
#endif

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i WITHIN n)
    data[i] *= 2;
}

void launch(int n) {
  float *data;
  cudaMalloc(&data, n * sizeof(float));
  scale<<<(n + 255) / 256, 256>>>(data, n);
  cudaFree(data);
}
