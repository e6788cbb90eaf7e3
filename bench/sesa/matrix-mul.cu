// A product by tiles of 16 x 16 (256 threads) or 32 x 32 (1,024 threads).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THREADS
#define THREADS 256
#endif

constexpr int Tile = THREADS == 1024 ? 32 : 16;

__global__ void matrixMul(const float *a, const float *b, float *c, int wa,
                          int wb) {
  int tx = threadIdx.x, ty = threadIdx.y;
  int aBegin = wa * Tile * blockIdx.y, bBegin = Tile * blockIdx.x;
  float sum = 0;
  for (int i = aBegin, j = bBegin; i < aBegin + wa; i += Tile, j += Tile * wb) {
    __shared__ float as[Tile][Tile], bs[Tile][Tile];
    as[ty][tx] = a[i + wa * ty + tx];
    bs[ty][tx] = b[j + wb * ty + tx];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[wb * Tile * blockIdx.y + Tile * blockIdx.x + wb * ty + tx] = sum;
}

void launch(const float *a, const float *b, float *c, int ha, int wa) {
  int wb = 40 * Tile;
  matrixMul<<<dim3(wb / Tile, ha / Tile), dim3(Tile, Tile)>>>(a, b, c, wa, wb);
}
