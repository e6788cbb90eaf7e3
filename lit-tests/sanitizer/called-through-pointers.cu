// What is called through a pointer has the stack of its own calls in reports.
//
// RUN: %racemap cc --sanitize --device=cpu %s -o %t
// RUN: bash -c '%t; echo status $?' 2>&1 | FileCheck %s
// RUN: %racemap cc --sanitize --device=cpu -DFIXED %s -o %t.f
// RUN: %t.f 2>&1 | FileCheck %s --check-prefix=GOOD --allow-empty

struct Stack {
  int top;
  __device__ void take() { atomicAdd(&top, -1); }
  __device__ virtual void pop() {
#ifdef FIXED
    if (atomicAdd(&top, 0) >= 0)
#else
    if (top >= 0)
#endif
      take();
  }
};

__global__ void make(Stack **made) {
  *made = new Stack;
  (*made)->top = 1000;
}

__global__ void use(Stack **made) { (*made)->pop(); }

int main() {
  Stack **made;
  cudaMalloc(&made, sizeof *made);
  make<<<1, 1>>>(made);
  use<<<1, 64>>>(made);
  return cudaDeviceSynchronize() != cudaSuccess;
}

// CHECK: WARNING: RaceMap: data race
// CHECK: Read of 4 bytes
// CHECK-NEXT: Stack::pop() {{.*}}called-through-pointers.cu:15
// CHECK: Previous atomic access
// CHECK: Stack::take() {{.*}}called-through-pointers.cu:10
// CHECK-NEXT: Stack::pop() {{.*}}called-through-pointers.cu:17
// CHECK: status 66
// GOOD-NOT: RaceMap
