// A transpose through a tile that is read by other threads than wrote it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
constexpr int Tile = 32, Rows = 8;

__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[Tile][Tile + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int i = 0; i < Tile; i += Rows)
    tile[ty + i][tx] = in[(blockIdx.y * Tile + ty + i) * n + blockIdx.x * Tile + tx];
  //                 ^1
  __syncthreads(); // fault 1: read after write
  for (int i = 0; i < Tile; i += Rows)
    out[(blockIdx.x * Tile + ty + i) * n + blockIdx.y * Tile + tx] = tile[tx][ty + i];
  //                                                                 ^1
}

void launch(float *out, const float *in) {
  transpose<<<dim3(16, 16), dim3(Tile, Rows)>>>(out, in, 16 * Tile);
}
