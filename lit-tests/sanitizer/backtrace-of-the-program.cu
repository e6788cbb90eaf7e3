// A program may have a backtrace() of its own in front of the C library's, as
// sanitizers of its host code do: where the host has allocated and launched is
// still the program's line, not that function's.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu --kernel=^$ %s -o %t -ldl
// RUN: bash -c '%t; echo status $?' 2>&1 | FileCheck %s
//
// CHECK: WARNING: RaceMap: data race
// CHECK: allocated at
// CHECK-NEXT: #0 main {{.*}}backtrace-of-the-program.cu:[[#ALLOCATED:]]
// CHECK: Launch 1: {{.*}} at
// CHECK-NEXT: #0 main {{.*}}backtrace-of-the-program.cu:[[#ALLOCATED + 1]]
// CHECK: status 66

#include <dlfcn.h>

extern "C" __attribute__((noinline)) int backtrace(void **frames, int most) {
  auto *next = (int (*)(void **, int))dlsym(RTLD_NEXT, "backtrace");
  int count = next(frames, most);
  asm volatile("" : : "r"(&count) : "memory"); // no tail call
  return count;
}

__global__ void racy(int *a) { a[0] = threadIdx.x; }

int main() {
  int *a;
  cudaMalloc(&a, sizeof(int));
  racy<<<1, 64>>>(a);
  return cudaDeviceSynchronize() != cudaSuccess;
}
