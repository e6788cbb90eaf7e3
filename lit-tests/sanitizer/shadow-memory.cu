// Four bytes that are monitored take eight of shadow. What is behind
// allocations belongs to nobody, and the shadow that says so is counted apart.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel='^$' %s -o %t
// RUN: env RACEMAP_OPTIONS=stats=1:seed=1 %t 2>&1 | FileCheck %s
// CHECK: stats of memory: {{.*}}, shadow bytes [[#SHADOW:]],
// CHECK-SAME: of it that guard [[#SHADOW - 655360]]{{$}}

__global__ void fill(int *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    a[i] = i;
}

int main() {
  constexpr int N = 16384; // 16 pages
  for (int i = 0; i < 5; ++i) {
    int *a;
    cudaMalloc(&a, N * sizeof(int));
    fill<<<1, 64>>>(a, N);
  }
  return cudaDeviceSynchronize();
}
