// Calls through pointers that can only be some functions of the unit, and
// virtual functions of objects that are made in sight. Silent kernels are
// proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

using Function = void (*)(int *);
__device__ void own(int *a) { a[threadIdx.x] += 1; } // expected-note 0+{{}}
__device__ void back(int *a) { a[blockDim.x - 1 - threadIdx.x] = 2; } // expected-warning {{data race on 'a' in kernel 'perThread(}} expected-note 1+{{}}
__device__ void next(int *a) { a[threadIdx.x + 1] = a[threadIdx.x]; } // expected-warning 3{{data race}} expected-note 1+{{}}
__device__ void meet(int *a) {
  a[threadIdx.x] = 1;
  __syncthreads(); // expected-warning {{barrier divergence in kernel 'someMeet(}} expected-note 1+{{}}
  a[threadIdx.x + blockDim.x] = a[threadIdx.x ^ 1];
}

#define CHOICE(NAME, CONDITION, ONE, OTHER)                                    \
  __global__ void NAME(int *a, int mode) {                                     \
    Function f = (CONDITION) ? ONE : OTHER;                                    \
    f(a);                                                                      \
  }
CHOICE(ownOrBack, mode == 3, own, back)
CHOICE(ownOrNext, mode == 3, own, next) // expected-note 1+{{}}
CHOICE(perThread, threadIdx.x < 16, own, back) // expected-note 1+{{}}

// Which function it is decides who meets whom.
__global__ void ifElse(int *a, int mode) {
  Function f = own;
  if (mode == 1)
    f = back;
  else if (mode == 2)
    f = own;
  f(a);
}
__global__ void fromOutside(int *a, Function f) { f(a); } // expected-remark {{undecided}}
__global__ void orFromOutside(int *a, Function g, int mode) { // expected-remark {{undecided}}
  Function f = mode ? own : g;
  f(a);
}

__device__ constexpr Function table[] = {own, back, own};
__device__ constexpr Function racyTable[] = {own, next};
__device__ constexpr Function lastIsRacy[] = {own, own, next};
static __device__ const Function unchanged = own;
// The host may write these, also where the device's compilation does not see it.
static __device__ Function byHost = own;
static __constant__ Function constantMemory = own;
__device__ Function visible = own;
struct Pair {
  Function first, second;
};
__device__ constexpr Pair pairs[] = {{own, next}, {back, next}};

__global__ void fromTable(int *a, int mode) { table[mode & 1](a); }
__global__ void fromRacyTable(int *a, int mode) { racyTable[mode & 1](a); } // expected-note 1+{{}}
__global__ void fromPairs(int *a, int mode) { pairs[mode & 1].first(a); }
__global__ void fromRacyPairs(int *a, int mode) { pairs[mode & 1].second(a); } // expected-note 1+{{}}
// A place before one at an index, and a table that its rows do not fill: not
// every index is looked up.
__global__ void before(int *a, int i) { // expected-remark {{undecided}}
  const Function *p = racyTable + i;
  p[-1](a);
}
__device__ constexpr Function rows[][2] = {{own, own}, {own, next}};
__global__ void beforeRow(int *a, int mode) { // expected-remark {{undecided}}
  rows[1 + (mode & 1)][-1](a);
}
__global__ void inRow(int *a, int mode) { rows[0][mode & 1](a); }
__global__ void unfilled(int *a, int i) { // expected-remark {{undecided}}
  auto *rows = reinterpret_cast<const Function(*)[2]>(&lastIsRacy);
  rows[i][0](a);
}
__global__ void fromVariable(int *a) { unchanged(a); }
__global__ void fromConstantMemory(int *a) { constantMemory(a); } // expected-remark {{undecided}}
__global__ void fromHost(int *a) { byHost(a); } // expected-remark {{undecided}}
__global__ void fromVisible(int *a) { visible(a); } // expected-remark {{undecided}}

// Which the callees pass on.
__device__ void apply(Function f, int *a) { f(a); }
__device__ Function chosen(int mode) { return mode > 5 ? own : back; }
__global__ void passedOn(int *a, int mode) { apply(chosen(mode), a); }
__device__ void twice(Function f, int *a) {
  Function g = threadIdx.y ? f : own;
  apply(g, a);
}
__global__ void inTwoSteps(int *a) { twice(own, a); }
__device__ void again(int *a, int n);
__device__ void (*const self[])(int *, int) = {again};
__device__ void again(int *a, int n) {
  if (n > 0)
    self[0](a, n - 1);
}
__global__ void recurses(int *a, int n) { again(a, n); } // expected-remark {{undecided}}

// All threads come to a barrier of the function if all call it.
__global__ void meets(int *a, int mode) {
  Function f = mode ? meet : own;
  f(a);
}
__global__ void someMeet(int *a) { // expected-remark {{undecided}}
  Function f = threadIdx.x < 7 ? meet : own;
  f(a); // expected-note 1+{{}}
  a[threadIdx.x + 2 * blockDim.x] = 3;
}

struct Shape {
  int size;
  __device__ Shape(int size) : size(size) {}
  __device__ virtual int place() const { return threadIdx.x; }
  __device__ void put(int *a) const { a[place()] = size; }
};
struct Turned : Shape {
  __device__ Turned(int size) : Shape(size) {}
  __device__ int place() const override { return size - 1 - threadIdx.x; }
};
struct OneForAll : Shape {
  __device__ OneForAll(int size) : Shape(size) {}
  __device__ int place() const override { return threadIdx.x / 2; }
};

__global__ void ofTurned(int *a) {
  Turned t(blockDim.x);
  const Shape &s = t;
  a[s.place()] = threadIdx.x;
  s.put(a);
}
__global__ void ofOneForAll(int *a) {
  OneForAll t(blockDim.x);
  const Shape &s = t;
  a[s.place()] = threadIdx.x; // expected-warning {{data race on 'a'}} expected-note 1+{{}}
}
__global__ void ofAnyShape(int *a, const Shape *s) { a[s->place()] = threadIdx.x; } // expected-remark {{undecided}}

void launch(int *a, Function f) {
  cudaMemcpyToSymbol(byHost, &f, sizeof f);
  int mode = atoi("1");
#define LAUNCH(NAME, ...) NAME<<<1, 64>>>(a __VA_OPT__(, ) __VA_ARGS__)
  LAUNCH(ownOrBack, mode);
  LAUNCH(ownOrNext, 1);
  LAUNCH(perThread, 1);
  LAUNCH(ifElse, mode);
  LAUNCH(fromOutside, f);
  LAUNCH(orFromOutside, f, mode);
  LAUNCH(fromTable, mode);
  LAUNCH(fromRacyTable, 1);
  LAUNCH(before, 2);
  LAUNCH(beforeRow, mode);
  LAUNCH(inRow, mode);
  LAUNCH(unfilled, 1);
  LAUNCH(fromPairs, mode);
  LAUNCH(fromRacyPairs, 1);
  LAUNCH(fromVariable);
  LAUNCH(fromConstantMemory);
  LAUNCH(fromHost);
  LAUNCH(fromVisible);
  LAUNCH(passedOn, mode);
  LAUNCH(inTwoSteps);
  LAUNCH(recurses, mode);
  LAUNCH(meets, mode);
  LAUNCH(someMeet);
  LAUNCH(ofTurned);
  LAUNCH(ofOneForAll);
}
