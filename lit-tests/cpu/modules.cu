// What a module has: variables with initial values, tables of functions, virtual
// functions, static and dynamic shared memory, structures as arguments.
// RUN: %runtime
// RUN: %racemap cc --device=cpu %s -o %t && %t | FileCheck %s
#include <cstdio>

__device__ int counter = 40;
__constant__ float factors[3] = {1.5f, 2, 3};
__device__ int *pointer = &counter;

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int (*table[])(int) = {twice, square};

struct Shape {
  __device__ virtual int corners() const = 0;
};
struct Triangle : Shape {
  __device__ int corners() const override { return 3; }
};
struct Square : Shape {
  __device__ int corners() const override { return 4; }
};

__global__ void make(Shape **out) {
  out[0] = new Triangle;
  out[1] = new Square;
}
// The objects were made by another kernel.
__global__ void use(Shape **shapes, int *out) {
  out[0] = shapes[0]->corners() * 10 + shapes[1]->corners();
}

__global__ void functions(int *out, int which) {
  out[0] = table[which](7);
  *pointer += 2;
  out[1] = counter;
  out[2] = int(factors[0] * 2);
}

struct Arguments {
  char c;
  double d[3];
  short s;
};
__global__ void shared(int *out, Arguments a) {
  __shared__ char first[3];
  __shared__ double second[4];
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = a.s;
  second[threadIdx.x % 4] = a.d[2];
  first[threadIdx.x % 3] = a.c;
  a.s = 0; // its own copy
  __syncthreads();
  out[threadIdx.x] = dynamic[31 - threadIdx.x] + int(second[1]) + first[2];
}


int main() {
  int *p, h[3];
  cudaMalloc(&p, 256);
  auto get = [&] { cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); };
  functions<<<1, 1>>>(p, 1);
  get();
  // CHECK: functions 49 42 3
  printf("functions %d %d %d\n", h[0], h[1], h[2]);
  int value = 100;
  cudaMemcpyToSymbol(counter, &value, sizeof value);
  functions<<<1, 1>>>(p, 0);
  get();
  // CHECK: functions 14 102 3
  printf("functions %d %d %d\n", h[0], h[1], h[2]);
  Shape **shapes;
  cudaMalloc(&shapes, 16);
  make<<<1, 1>>>(shapes);
  use<<<1, 1>>>(shapes, p);
  get();
  // CHECK: corners 34
  printf("corners %d\n", h[0]);
  shared<<<1, 32, 128>>>(p, {1, {0, 0, 20}, 300});
  get();
  // CHECK: shared 321 321
  printf("shared %d %d\n", h[0], h[2]);
}
