// Variables have the names that the source gives them, also where several have
// one.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-emit-map=- \
// RUN:   2>/dev/null | FileCheck %s --check-prefix=MAP
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// MAP-LABEL: kernel "again(
// MAP: for j counter it = 0;
// MAP: for j.2 counter it.2 = 0;
__global__ void again(int *a, int n) {
  for (int j = 0; j < n; ++j)
    a[j * 64 + threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int j = 0; j < n; ++j)
    // CHECK: [[@LINE+1]]:29: warning: data race on 'a' in kernel 'again(
    a[j * 32 + threadIdx.x] = threadIdx.x;
  // CHECK: note: for example {{.*}}, j of the first thread = [[#]], j of the second thread = [[#]],
  // CHECK: writes 'a[j * 32 + threadIdx.x]' at line
}

// Where two are told of, they are told apart.
// CHECK: warning: data race on 'a' in kernel 'down(
// CHECK: note: for example {{.*}}, n = [[#]], n.2 of the first thread = [[#]],
__global__ void down(int *a, int n) {
  for (; n > 0; --n)
    a[n * 32 + threadIdx.x] = threadIdx.x;
}

int main() {
  int *a;
  cudaMalloc(&a, 1 << 20);
  again<<<1, 64>>>(a, 16);
  down<<<1, 64>>>(a, 16);
}
