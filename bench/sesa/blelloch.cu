// An exclusive scan: up sweep, down sweep.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void blelloch(int *data) {
  __shared__ int s[2 * THREADS];
  int t = threadIdx.x, offset = 1, base = blockIdx.x * 2 * THREADS;
  s[2 * t] = data[base + 2 * t];
  s[2 * t + 1] = data[base + 2 * t + 1];
  for (int d = THREADS; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    s[2 * THREADS - 1] = 0;
  for (int d = 1; d < 2 * THREADS; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      int x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  data[base + 2 * t] = s[2 * t];
  data[base + 2 * t + 1] = s[2 * t + 1];
}

void launch(int *data, int blocks) { blelloch<<<blocks, THREADS>>>(data); }
