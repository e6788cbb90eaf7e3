// nan() of device code, which clang's headers only declare.
// RUN: %runtime
// RUN: %racemap cc --device=cpu --budget-ms=1 -w %s -o %t && %t | FileCheck %s
#include <cmath>
#include <cstdio>

__global__ void fill(double *a) {
  a[0] = nan("");
  a[1] = nanf("1");
  a[2] = std::nan("");
}

int main() {
  double *a, host[3];
  cudaMalloc(&a, sizeof host);
  fill<<<1, 1>>>(a);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", std::isnan(host[0]), std::isnan(host[1]),
         std::isnan(host[2]), std::isnan(nan("")));
}
// CHECK: 1 1 1 1
