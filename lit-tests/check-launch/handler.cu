// A program's own handler is called in place of the message, each time.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --check-launch -w -I%S/../../include %s -o %t && %t 2>&1 | FileCheck %s --match-full-lines --implicit-check-not=warning
// CHECK: [[FILE:.*handler.cu]]:[[#%u,LINE:]]:9|rows(int*, int, int)|pitch != 0 && pitch * width < 2147483648 && pitch * gridDim.x < 2147483648 && pitch >= width| (pitch = 1, width = 32{{.*}})
// CHECK-NEXT: [[FILE]]:[[#LINE]]:9|rows(int*, int, int)|pitch != 0 && pitch * width < 2147483648 && pitch * gridDim.x < 2147483648 && pitch >= width| (pitch = 2, width = 32{{.*}})
// CHECK-NEXT: 2 of 34
#include "racemap/runtime.h"
#include <stdio.h>

static int Calls = 0;

void __racemap_launch_not_proved(const char *Place, const char *Kernel,
                                 const char *Assumption, const char *Values) {
  if (++Calls <= 2)
    printf("%s|%s|%s|%s\n", Place, Kernel, Assumption, Values);
}

__global__ void rows(int *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

int main() {
  int *out;
  cudaMalloc(&out, 1 << 20);
  for (int pitch = 1; pitch < 35; ++pitch)
    rows<<<4, 32>>>(out, 32, pitch);
  printf("2 of %d\n", Calls + 3);
}
