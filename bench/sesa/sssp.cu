// Each vertex lowers the new distances of its neighbours with plain reads and
// writes: two threads that reach the same vertex both write it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void sssp(const int *rows, const int *columns, const int *weights,
                     const int *distance, int *next, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  for (int e = rows[v]; e < rows[v + 1]; ++e) {
    int to = columns[e];
    next[to] = min(next[to], distance[v] + weights[e]);
  }
}

void launch(const int *rows, const int *columns, const int *weights,
            const int *distance, int *next, int n) {
  sssp<<<(n + THREADS - 1) / THREADS, THREADS>>>(rows, columns, weights,
                                                 distance, next, n);
}
