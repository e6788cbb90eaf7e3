// The sum of two vectors: each word is accessed once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Bench.h"

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
  constexpr int N = 1 << 18;
  std::vector<float> a(N), b(N);
  for (int i = 0; i < N; ++i) {
    a[i] = bench::number(i);
    b[i] = bench::number(i + N);
  }
  bench::Array<float> A(a), B(b), C(N);
  return bench::run(
      argc, argv, [&] { add<<<N / 256, 256>>>(A, B, C, N); },
      [&] {
        std::vector<float> c = C.values();
        for (int i = 0; i < N; ++i)
          if (c[i] != a[i] + b[i])
            return false;
        return true;
      });
}
