// What is called through a pointer has the stack of its own calls in reports.
//
// RUN: %runtime
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t bad; echo status $?' 2>&1 | FileCheck %s
// RUN: %t good 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

#include <cstring>

struct Stack {
  int top;
  __device__ void take() { atomicAdd(&top, -1); }
  __device__ virtual void pop() {
    if (top >= 0)
      take();
  }
};

struct Fixed : Stack {
  __device__ void pop() override {
    if (atomicAdd(&top, 0) >= 0)
      take();
  }
};

template <typename Made> __global__ void make(Stack **made) {
  *made = new Made;
  (*made)->top = 1000;
}

__global__ void use(Stack **made) { (*made)->pop(); }

int main(int, char **argv) {
  Stack **made;
  cudaMalloc(&made, sizeof *made);
  (std::strcmp(argv[1], "good") ? make<Stack> : make<Fixed>)<<<1, 1>>>(made);
  use<<<1, 64>>>(made);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Read of 4 bytes
// CHECK-NEXT: Stack::pop() {{.*}}called-through-pointers.cu:14
// CHECK: Previous atomic access
// CHECK-NEXT: #0 Stack::take() {{.*}}called-through-pointers.cu:12
// CHECK-NEXT: __device__ void take() { atomicAdd(&top, -1); }
// CHECK-NEXT: Stack::pop() {{.*}}called-through-pointers.cu:15
// CHECK: status 66
// GOOD-NOT: RaceMap
