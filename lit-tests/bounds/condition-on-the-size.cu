// What an allocation of a fixed size requires is a bound on the number that
// threads are compared with, not a single block: other launches in sight have
// more of them. Values of the host have the names of the variables that they go
// to, and a condition is said of what the kernel sees.
//
// RUN: %bare
// RUN: not %racemap check %s -- -DBYTES='1 << 24' 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not='gridDim.x != 1'
// RUN: %racemap check %s -- -DBYTES='size_t(count) * 4' 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: out-of-bounds access to 'o' in kernel 'fill(float*, int)': out of bounds if n > 4194304; launch {{.*}} with argc == 1 rules that out
// CHECK: note: for example {{.*}}, argc = 2, count = 4194305, n = 4194305,
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

extern "C" int atoi(const char *);

__global__ void fill(float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    o[i] = 1;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1 << 20;
  float *o;
  cudaMalloc(&o, BYTES);
  fill<<<(count + 255) / 256, 256>>>(o, count);
}
