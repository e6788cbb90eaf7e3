// A transpose through a padded tile; each thread moves several rows of it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

constexpr int Tile = 32, Rows = THREADS / Tile;

__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[Tile][Tile + 1];
  int x = blockIdx.x * Tile + threadIdx.x, y = blockIdx.y * Tile + threadIdx.y;
  for (int i = 0; i < Tile; i += Rows)
    tile[threadIdx.y + i][threadIdx.x] = in[x + (y + i) * width];
  __syncthreads();
  x = blockIdx.y * Tile + threadIdx.x;
  y = blockIdx.x * Tile + threadIdx.y;
  for (int i = 0; i < Tile; i += Rows)
    out[x + (y + i) * height] = tile[threadIdx.x][threadIdx.y + i];
}

void launch(float *out, const float *in) {
  transpose<<<dim3(32, 32), dim3(Tile, Rows)>>>(out, in, 32 * Tile, 32 * Tile);
}
