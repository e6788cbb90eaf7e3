// Nobody means a launch for which nothing was allocated. One that is too small is
// none of these.
//
// RUN: %bare
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -w %s \
// RUN:   -fplugin-arg-racemap-level=possible -fplugin-arg-racemap-json=%t.json
// RUN: python3 %S/Inputs/certainties.py %t.json | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: first(: sum possible
__global__ void first(int *sum, int n) {
  if (threadIdx.x == 0)
    sum[0] = n;
}

// CHECK-NEXT: second(: sum provable
__global__ void second(int *sum, int n) {
  if (threadIdx.x == 0)
    sum[1] = n;
}
// Rounding down may leave nothing of a size that somebody means.
// CHECK-NEXT: rounded(: sum provable
__global__ void rounded(int *sum, int n) {
  if (threadIdx.x == 0)
    sum[blockIdx.x] = n;
}
// CHECK-NOT: {{.}}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), *sum;
  cudaMalloc((void **)&sum, n * 4ul);
  first<<<1, 64>>>(sum, n);
  second<<<1, 64>>>(sum, n);
  int *parts;
  cudaMalloc((void **)&parts, n / 256 * 4ul);
  rounded<<<n < 256 ? 1 : n / 256, 64>>>(parts, n);
}
