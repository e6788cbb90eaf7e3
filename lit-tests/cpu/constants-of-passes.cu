// Constants that LLVM's passes make belong to the kernel that is compiled: the
// table that a switch becomes, whatever is in it, and that of a CRC. Every
// kernel has one, and they have the same name.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu --kernel=^$ %s -o %t && %t 2>&1 | FileCheck %s
// RUN: %racemap cc --device=cpu --kernel=^$ --sanitize %s -o %t.sanitized && %t.sanitized 2>&1 | FileCheck %s
//
// The same in two relocatable units, whose functions have the same names.
// RUN: %racemap cc --device=cpu --kernel=^$ -rdc=true -DRUN=second -DFIRST=27 -c %s -o %t.second.o
// RUN: %racemap cc --device=cpu --kernel=^$ -rdc=true -DTWO %s %t.second.o -o %t.rdc
// RUN: %t.rdc 2>&1 | FileCheck %s --check-prefixes=CHECK,SECOND
#include <cstdio>

#ifndef RUN
#define RUN main
#define FIRST 17
#endif

static __device__ int number(int i) {
  switch (i) {
  case 0: return FIRST;
  case 1: return 3;
  case 2: return 99;
  case 3: return -4;
  case 4: return 12345;
  default: return 1;
  }
}
static __global__ void numbers(int *out) { out[threadIdx.x] = number(threadIdx.x); }
// CHECK: numbers 17 3 99 -4 12345 1

static __global__ void floats(int *out) {
  float f;
  switch (threadIdx.x) {
  case 0: f = 1.5f; break;
  case 1: f = 8.25f; break;
  case 2: f = -2.0f; break;
  case 3: f = 100.5f; break;
  default: f = 7.0f;
  }
  out[threadIdx.x] = int(f * 4);
}
// CHECK-NEXT: floats 6 33 -8 402 28 28

/// Texts and variables have places of their own, which the table has to know.
static __global__ void texts(int *out) {
  const char *text;
  switch (threadIdx.x) {
  case 0: text = "a text"; break;
  case 1: text = "another"; break;
  case 2: text = "zero"; break;
  case 3: text = "one"; break;
  default: text = "many";
  }
  out[threadIdx.x] = text[1];
}
// CHECK-NEXT: texts 32 110 101 110 97 97

static __constant__ int one[] = {10, 11}, two[] = {20, 21};
static __device__ int three[] = {30, 31}, four[] = {40, 41, 42};
static __global__ void variables(int *out) {
  const int *from;
  switch (threadIdx.x) {
  case 0: from = one; break;
  case 1: from = two; break;
  case 2: from = three; break;
  case 3: from = four; break;
  default: from = four + 1;
  }
  out[threadIdx.x] = from[1];
}
// CHECK-NEXT: variables 11 21 31 41 42 42

static __device__ int increment(int x) { return x + 1; }
static __device__ int triple(int x) { return x * 3; }
static __device__ int negate(int x) { return -x; }
static __device__ int half(int x) { return x / 2; }
static __global__ void functions(int *out) {
  int (*f)(int);
  switch (threadIdx.x) {
  case 0: f = increment; break;
  case 1: f = triple; break;
  case 2: f = negate; break;
  case 3: f = half; break;
  default: f = triple;
  }
  out[threadIdx.x] = f(10);
}
// CHECK-NEXT: functions 11 30 -10 5 30 30

static __global__ void crc(int *out) {
  unsigned crc = threadIdx.x;
  for (int i = 0; i < 8; ++i)
    crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
  out[threadIdx.x] = crc & 0xFFFF;
}
// CHECK-NEXT: crc 0 12438 24876 20922 50201 62607

static void show(const char *name, void (*kernel)(int *)) {
  int *out, values[6];
  cudaMalloc(&out, sizeof values);
  kernel<<<1, 6>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  printf("%s", name);
  for (int value : values)
    printf(" %d", value);
  puts("");
}

#ifdef TWO
int second();
#endif

int RUN() {
  setbuf(stdout, nullptr);
  show("numbers", numbers);
  show("floats", floats);
  show("texts", texts);
  show("variables", variables);
  show("functions", functions);
  show("crc", crc);
#ifdef TWO
  second();
#endif
  return 0;
}
// SECOND: numbers 27 3 99 -4 12345 1
// SECOND-NEXT: floats
