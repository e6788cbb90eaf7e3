// A tiled matrix product: each word of a tile is read by a row or column of
// threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

constexpr int Tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  __shared__ float as[Tile][Tile], bs[Tile][Tile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * Tile + ty, column = blockIdx.x * Tile + tx;
  float sum = 0;
  for (int i = 0; i < n; i += Tile) {
    as[ty][tx] = a[row * n + i + tx];
    bs[ty][tx] = b[(i + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < Tile; ++k)
      sum += as[ty][k] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

/// Is c = a * b? Both sides times a vector are the same, and that is exact.
static bool isProduct(const std::vector<float> &a, const std::vector<float> &b,
                      const std::vector<float> &c, int n) {
  std::vector<double> x(n), bx(n);
  for (int i = 0; i < n; ++i)
    x[i] = bench::number(i + 7);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      bx[i] += b[size_t(i) * n + j] * x[j];
  for (int i = 0; i < n; ++i) {
    double left = 0, right = 0;
    for (int j = 0; j < n; ++j) {
      left += a[size_t(i) * n + j] * bx[j];
      right += c[size_t(i) * n + j] * x[j];
    }
    if (left != right)
      return false;
  }
  return true;
}

static void run(bench::Run &r) {
  int n = r.side(Tile);
  std::vector<float> a(size_t(n) * n), b(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = bench::number(i) / 16;
    b[i] = bench::number(i + n) / 16;
  }
  bench::Array<float> A(a), B(b), C(a.size());
  r.measure(
      "multiply", multiply,
      [&] {
        multiply<<<dim3(n / Tile, n / Tile), dim3(Tile, Tile)>>>(A, B, C, n);
      },
      [&] { return isProduct(a, b, C.values(), n); });
  std::vector<float> c(a.size());
  r.compare(
      [&] {
        for (int row = 0; row < n; ++row)
          for (int column = 0; column < n; ++column) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
              sum += a[row * n + k] * b[k * n + column];
            c[row * n + column] = sum;
          }
      },
      [&] { return isProduct(a, b, c, n); });
}

static bench::Program program("matrix-product", 128 * 128, 2048 * 2048, run);
