// What a handler throws is caught where the launch stands, and what is behind is
// destroyed.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --check-launch -w -I%S/../../include %s -o %t && %t | FileCheck %s
// RUN: %racemap cc --device=cpu --check-launch -w -O2 -I%S/../../include %s -o %t && %t | FileCheck %s
// CHECK: destroyed{{$}}
// CHECK-NEXT: caught{{$}}
// CHECK-NEXT: destroyed{{$}}
// CHECK-NEXT: caught{{$}}
#include "racemap/runtime.h"
#include <stdio.h>

void __racemap_launch_not_proved(const char *, const char *, const char *,
                                 const char *) {
  throw 1;
}

__global__ void rows(int *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = blockIdx.x;
}

struct Guard {
  ~Guard() { puts("destroyed"); }
};

int main() {
  int *out, width = 64, pitch = 10;
  cudaMalloc(&out, 4096);
  void *arguments[] = {&out, &width, &pitch};
  for (bool isDirect : {false, true})
    try {
      Guard guard;
      if (isDirect)
        cudaLaunchKernel((const void *)rows, dim3(4), dim3(64), arguments, 0, 0);
      else
        rows<<<4, 64>>>(out, width, pitch);
      puts("launched");
    } catch (int) {
      puts("caught");
    }
}
