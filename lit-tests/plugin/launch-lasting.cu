// Variables of the file that main() alone changes are followed there, as its
// own are; those of others that they could be changed by are not.
//
// RUN: %clangxx_cuda -fsyntax-only -w %s -DPROGRAM -I%S/Inputs \
// RUN:   -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s --check-prefixes=CHECK,PROGRAM
// RUN: echo '{"mentions": [], "calls": {}}' > %t.json
// RUN: %clangxx_cuda -fsyntax-only -w %s -DPROGRAM -I%S/Inputs \
// RUN:   -fplugin-arg-racemap-calls=%t.json \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=PROJECT
// RUN: %clangxx_cuda -fsyntax-only -w %s -I%S/Inputs \
// RUN:   -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s --check-prefixes=CHECK,LIBRARY
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lasting.cuh"
#include <cstdlib>

#ifdef PROGRAM
#define MAIN main
#else
#define MAIN start
#endif

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (threadIdx.x < n)                                                       \
      out[threadIdx.x] = 1;                                                    \
  }

struct Size {
  int n, m;
};

// What it was set to before; in a library main() is a function as any other.
// In a project, other units may name what is no static.
// PROJECT-LABEL: kernel "member(
// PROJECT: assume n == 64;
// PROJECT-LABEL: kernel "ofProgram(
// PROJECT-NOT: assume n == 66;
// PROJECT-LABEL: kernel "zero(
// PROGRAM-LABEL: kernel "member(
// LIBRARY-LABEL: kernel "member(
// LIBRARY-NOT: assume n == 64;
// PROGRAM: assume n == 64;
KERNEL(member)
static Size size;
// PROGRAM-LABEL: kernel "later(
// PROGRAM: assume n == 65;
KERNEL(later)
// PROGRAM-LABEL: kernel "ofProgram(
// PROGRAM: assume n == 66;
// PROGRAM-NEXT: assume "no other unit changes 'shared'"
KERNEL(ofProgram)
Size shared;
// PROGRAM-LABEL: kernel "unchanged(
// LIBRARY-LABEL: kernel "unchanged(
// LIBRARY-NOT: assume n ==
// LIBRARY-LABEL: kernel "zero(
// PROGRAM: assume n == 32;
// PROGRAM-NEXT: assume "no other unit changes 'thirtyTwo'"
KERNEL(unchanged)
int thirtyTwo = 32;
// PROGRAM-LABEL: kernel "zero(
// PROGRAM: assume n == 1;
KERNEL(zero)
static int zeroed;
// PROGRAM-LABEL: kernel "argument(
// PROGRAM-NOT: assume n
// PROGRAM-NOT: computed
KERNEL(argument)
static int asked;
// PROGRAM-LABEL: kernel "chosen(
// PROGRAM: assume n == (argc > 2 ? 9 : 3);
KERNEL(chosen)
static int choice = 3;

// PROGRAM-LABEL: kernel "constants(
// PROGRAM: assume n == 0 || n == 7 || n == 8;
KERNEL(constants)
static int switched;

// Functions that it calls find it as it is then.
// PROGRAM-LABEL: kernel "called(
// PROGRAM: assume n == 10;
// PROGRAM: assume n == 11;
KERNEL(called)
static int level;
static void run(unsigned *p) { called<<<1, 64>>>(p, level); }
// PROGRAM-LABEL: kernel "computed(
// PROGRAM: assume n == 22;
KERNEL(computed)
static int blocks() { return level * 2; }

// A function that is given its address could keep it.
// PROGRAM-LABEL: kernel "filled(
// PROGRAM-NOT: assume n ==
KERNEL(filled)
static int content;
static void fill(int *x) { *x = 7; }
// CHECK-LABEL: kernel "within(
// CHECK-NOT: assume n ==
KERNEL(within)
static int inner;
static void launchWithin(int &x, unsigned *p) {
  x = 8;
  within<<<1, 64>>>(p, inner);
}
// CHECK-LABEL: kernel "changing(
// CHECK: assume n == 0 || n == 1 || n == 2;
KERNEL(changing)
static int step;
static void runStep(int, unsigned *p) { changing<<<1, 64>>>(p, step); }

// Others change these, or may.
// CHECK-LABEL: kernel "elsewhere(
// CHECK: assume n == 0 || n == 4 || n == 3;
KERNEL(elsewhere)
static int other;
void change() { other = 4; }
// CHECK-LABEL: kernel "addressed(
// CHECK-NOT: assume n ==
KERNEL(addressed)
static int pointed;
static int *pointer = &pointed;
// CHECK-LABEL: kernel "quick(
// CHECK-NOT: assume n ==
KERNEL(quick)
static volatile int device;
// CHECK-LABEL: kernel "ofThread(
// CHECK: assume n == 0 || n == 3;
KERNEL(ofThread)
static thread_local int mine;
// CHECK-LABEL: kernel "weakly(
// CHECK-NOT: assume n ==
KERNEL(weakly)
__attribute__((weak)) int weak;
// CHECK-LABEL: kernel "ofHeader(
// CHECK-NOT: assume n ==
KERNEL(ofHeader)
int inHeader;
// CHECK-LABEL: kernel "local(
// CHECK-NOT: assume n ==
KERNEL(local)
// CHECK-LABEL: kernel "byLambda(
// CHECK: assume n == 0 || n == 3;
KERNEL(byLambda)
static int caught;

// A function of a program that a header declares may have other callers, who
// need not pass what they like.
// PROGRAM-LABEL: kernel "shown(
// PROGRAM: launch "launch {{[^ ]*}}" block 64
// PROGRAM-NEXT: computed n;
// PROGRAM: from {{.*}} block 64
// PROGRAM: assume n == 64;
KERNEL(shown)
void launchesShown(unsigned *p, int n) { shown<<<1, 64>>>(p, n); }

int MAIN(int argc, char **argv) {
  unsigned *p;
  cudaMalloc(&p, 4096);
  size.n = 64;
  size.m = 1;
  member<<<1, 64>>>(p, size.n);
  size.n = 65;
  later<<<1, 64>>>(p, size.n);
  shared.n = 66;
  ofProgram<<<1, 64>>>(p, shared.n);
  unchanged<<<1, 64>>>(p, thirtyTwo);
  zero<<<1, 64>>>(p, zeroed + 1);
  zeroed = 5;
  asked = atoi(argv[1]);
  argument<<<1, 64>>>(p, asked);
  if (argc > 2)
    choice = 9;
  chosen<<<1, 64>>>(p, choice);
  switch (argc) {
  case 1:
    switched = 7;
    break;
  default:
    switched = 8;
  }
  constants<<<1, 64>>>(p, switched);
  level = 10;
  run(p);
  level = 11;
  run(p);
  int n = blocks();
  level = 12;
  computed<<<1, 64>>>(p, n);
  fill(&content);
  filled<<<1, 64>>>(p, content);
  inner = 1;
  launchWithin(inner, p);
  step = 1;
  runStep(step = 2, p);
  other = 3;
  change();
  elsewhere<<<1, 64>>>(p, other);
  pointed = 3;
  *pointer = 4;
  addressed<<<1, 64>>>(p, pointed);
  device = 3;
  quick<<<1, 64>>>(p, device);
  mine = 3;
  ofThread<<<1, 64>>>(p, mine);
  weak = 3;
  weakly<<<1, 64>>>(p, weak);
  inHeader = 3;
  ofHeader<<<1, 64>>>(p, inHeader);
  for (int i = 0; i < 3; ++i) {
    static int once = 1;
    local<<<1, 64>>>(p, once);
    ++once;
  }
  [] { caught = 3; }();
  byLambda<<<1, 64>>>(p, caught);
  launchesShown(p, 64);
}
