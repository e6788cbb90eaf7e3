// Each vertex of the frontier lowers the distances of its neighbours: its own
// is read plainly, beside the atomic minimum of others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

__global__ void bfs(const int *rows, const int *columns, const int *frontier,
                    int size, int *distance, int *reached) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  int v = frontier[i];
  for (int e = rows[v]; e < rows[v + 1]; ++e) {
    int to = columns[e], d = distance[v] + 1;
    if (d < atomicMin(&distance[to], d))
      atomicExch(&reached[to], 1);
  }
}

void launch(const int *rows, const int *columns, const int *frontier, int size,
            int *distance, int *reached) {
  bfs<<<(size + THREADS - 1) / THREADS, THREADS>>>(rows, columns, frontier,
                                                   size, distance, reached);
}
