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

int main(int argc, char **argv) {
  constexpr int N = 1 << 15;
  std::vector<int> begin(1), column;
  std::vector<float> value, x(N), y(N);
  for (int row = 0; row < N; ++row) {
    x[row] = bench::number(row);
    for (int i = 0; i < 4 + row % 9; ++i) {
      column.push_back((row * 17 + i * 271) % N);
      value.push_back(bench::number(row + i) / 16);
    }
    begin.push_back(int(column.size()));
  }
  for (int row = 0; row < N; ++row)
    for (int i = begin[row]; i < begin[row + 1]; ++i)
      y[row] += value[i] * x[column[i]];
  bench::Array<int> Begin(begin), Column(column);
  bench::Array<float> Value(value), X(x), Y(N);
  return bench::run(
      argc, argv,
      [&] { multiply<<<N / 128, 128>>>(Begin, Column, Value, X, Y, N); },
      [&] { return Y.values() == y; });
}
