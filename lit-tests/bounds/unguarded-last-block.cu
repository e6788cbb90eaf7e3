// Where nothing guards the last block, the length has to be a multiple of its size.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: out-of-bounds access to 'data' in kernel 'clear({{.*}}': out of bounds if n < gridDim.x * blockDim.x; no launch in sight rules that out (provable)
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void clear(float *data, int n) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

void launch(int n) {
#ifdef FIXED
  if (n % 256 != 0)
    return;
#endif
  float *data;
  cudaMalloc(&data, n * sizeof(float));
  clear<<<(n + 255) / 256, 256>>>(data, n);
  cudaFree(data);
}
