// Whatever -O says, the device's part of a program is one module: it is
// optimised when it is lowered for the host.
//
// RUN: %runtime
// DEFINE: %{device} = %racemap cc --device=cpu --kernel=^$ --cuda-device-only -emit-llvm -c %s -o
// RUN: %{device} %t.0.bc -O0
// RUN: %{device} %t.2.bc -O2 && cmp %t.0.bc %t.2.bc
// RUN: %{device} %t.3.bc -O3 && cmp %t.0.bc %t.3.bc
// RUN: %{device} %t.sanitized.0.bc --sanitize -O0
// RUN: %{device} %t.sanitized.2.bc --sanitize -O2 && cmp %t.sanitized.0.bc %t.sanitized.2.bc
// RUN: %{device} %t.sanitized.3.bc --sanitize -O3 && cmp %t.sanitized.0.bc %t.sanitized.3.bc
//
// Where the code differs, so do the files.
// RUN: not cmp %t.0.bc %t.sanitized.0.bc
// RUN: %{device} %t.other.bc -O0 -DTIMES=3 && not cmp %t.0.bc %t.other.bc

#ifndef TIMES
#define TIMES 2
#endif

__device__ int multiplied(int x) { return TIMES * x; }

__global__ void sums(int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += multiplied(i);
  out[threadIdx.x] = sum;
}
