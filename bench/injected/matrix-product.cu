// A tiled product.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constexpr int Tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int i = 0; i < n; i += Tile) {
    as[ty][tx] = a[row * n + i + tx];
    //         ^1,2
    bs[ty][tx] = b[(i + ty) * n + column];
    //         ^1,2
    __syncthreads(); // fault 1: read after write
    for (int k = 0; k < Tile; ++k)
      sum += as[ty][k] * bs[k][tx];
    //       ^1,2        ^1,2
    __syncthreads(); // fault 2: write after read
  }
  c[row * n + column] = sum;
}

void launch(const float *a, const float *b, float *c) {
  multiply<<<dim3(8, 8), dim3(Tile, Tile)>>>(a, b, c, 8 * Tile);
}
