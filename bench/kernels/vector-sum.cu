// The sum of two vectors: each word is accessed once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

static void run(bench::Run &r) {
  int n = int(r.size());
  std::vector<float> a(n), b(n), sums(n);
  for (int i = 0; i < n; ++i) {
    a[i] = bench::number(i);
    b[i] = bench::number(i + n);
    sums[i] = a[i] + b[i];
  }
  bench::Array<float> A(a), B(b), C(n);
  r.measure(
      "add", add, [&] { add<<<(n + 255) / 256, 256>>>(A, B, C, n); },
      [&] { return C.values() == sums; });
  std::vector<float> c(n);
  r.compare(
      [&] {
        for (int i = 0; i < n; ++i)
          c[i] = a[i] + b[i];
      },
      [&] { return c == sums; });
}

static bench::Program program("vector-sum", 1 << 18, 1 << 26, run);
