// What a launch passes for a parameter is compared with nothing in a condition:
// the parameter is, which has the same value.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not='if k <= '
// RUN: %racemap check %s -- -DGOOD 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: out-of-bounds access to 'a' in kernel 'sum(float const*, float*, int)'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

extern "C" int atoi(const char *);

__global__ void sum(const float *a, float *o, int k) {
  a += blockIdx.x * 64 * k;
  int row = threadIdx.x / 8, column = threadIdx.x % 8;
  float all = 0;
  for (int i = 0; i < k; i += 8) {
#ifdef GOOD
    if (blockIdx.x * 64 + row < k && i + column < k)
#endif
    all += a[row * k + i + column];
  }
  o[blockIdx.x * 512 + threadIdx.x] = all;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096;
  float *a, *o;
  cudaMalloc(&a, (size_t)n * n * 4);
  cudaMalloc(&o, ((size_t)n + 63) / 64 * 512 * 4);
  sum<<<(n + 63) / 64, 512>>>(a, o, n);
}
