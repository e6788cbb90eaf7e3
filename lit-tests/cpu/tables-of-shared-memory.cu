// A table with the addresses of __shared__ variables is another one in each
// block: whether the source has it or a switch becomes one, and wherever in it
// threads are when they wait.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %racemap cc --device=cpu --kernel=^$ --sanitize %s -o %t.s && %t.s 2>&1 | FileCheck %s
//
// What races through such a table is found.
// RUN: %racemap cc --device=cpu --kernel=^$ --sanitize -DRACE %s -o %t.r && not %t.r 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: data race
// RACE: Location is {{.*}}the shared variable '{{[abcd]}}' of buffers(int*)
#include <cstdio>

constexpr int Threads = 32;

__global__ void buffers(int *out) {
  __shared__ int a[Threads], b[Threads], c[Threads], d[Threads];
  int *all[] = {a, b, c, d};
  int i = threadIdx.x;
  all[i & 3][i] = 1000 * blockIdx.x + i;
#ifndef RACE
  __syncthreads();
#endif
  out[blockIdx.x * Threads + i] = all[(i + 1) & 3][(i + 1) % Threads];
}

__global__ void throughSwitch(int *out) {
  __shared__ int a[Threads], b[Threads], c[Threads], d[2 * Threads];
  int *p, i = threadIdx.x;
  switch (i % 5) {
  case 0: p = a; break;
  case 1: p = b; break;
  case 2: p = c; break;
  case 3: p = d; break;
  default: p = d + Threads;
  }
  p[i] = 1000 * blockIdx.x + i;
  __syncthreads();
  int *of[] = {a, b, c, d, d + Threads};
  int next = (i + 1) % Threads;
  out[blockIdx.x * Threads + i] = of[next % 5][next];
}

__device__ int step = 1;

// What is alive at a barrier is where in the table a thread is.
__global__ void inTurn(int *out) {
  __shared__ int a[Threads], b[Threads], c[Threads], d[Threads];
  int *const all[] = {a, b, c, d};
  int i = threadIdx.x, sum = 0;
  a[i] = i;
  b[i] = i + 100;
  c[i] = i + 200;
  d[i] = i + 300;
  int *const *p = all;
#pragma unroll 1
  for (int k = 0; k < 4; ++k) {
    __syncthreads();
    if (i == 0 && k == 1 && blockIdx.x == 0)
      printf("uses the stack\n");
    sum += (*p)[(i + 1) % Threads] - 100 * k;
    p += step;
  }
  out[blockIdx.x * Threads + i] = sum / 4 + 1000 * blockIdx.x;
}

static void show(const char *name, void (*kernel)(int *)) {
  int *out, values[2 * Threads] = {};
  cudaMalloc(&out, sizeof values);
  kernel<<<2, Threads>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 2 * Threads; ++i)
    wrong += values[i] != 1000 * (i / Threads) + (i + 1) % Threads;
  printf("%s: %d wrong\n", name, wrong);
}

int main() {
  show("buffers", buffers);
  show("switch", throughSwitch);
  show("in turn", inTurn);
}
// CHECK: buffers: 0 wrong
// CHECK-NEXT: switch: 0 wrong
// CHECK-NEXT: uses the stack
// CHECK-NEXT: in turn: 0 wrong
// CHECK-NOT: {{.}}
