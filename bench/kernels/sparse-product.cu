// A sparse matrix (CSR) times a vector, a row for each thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

__global__ void multiply(const int *begin, const int *column,
                         const float *value, const float *x, float *y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int i = begin[row]; i < begin[row + 1]; ++i)
    sum += value[i] * x[column[i]];
  y[row] = sum;
}

static void run(bench::Run &r) {
  int n = r.blocks(128) * 128;
  std::vector<int> begin(1), column;
  std::vector<float> value, x(n), y(n);
  for (int row = 0; row < n; ++row) {
    x[row] = bench::number(row);
    for (int i = 0; i < 4 + row % 9; ++i) {
      column.push_back(int((row * 17ll + i * 271) % n));
      value.push_back(bench::number(row + i) / 16);
    }
    begin.push_back(int(column.size()));
  }
  for (int row = 0; row < n; ++row)
    for (int i = begin[row]; i < begin[row + 1]; ++i)
      y[row] += value[i] * x[column[i]];
  bench::Array<int> Begin(begin), Column(column);
  bench::Array<float> Value(value), X(x), Y(n);
  r.measure(
      "multiply", multiply,
      [&] { multiply<<<n / 128, 128>>>(Begin, Column, Value, X, Y, n); },
      [&] { return Y.values() == y; });
}

static bench::Program program("sparse-product", 1 << 15, 1 << 22, run);
