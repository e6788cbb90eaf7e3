// Functions of the host that are given, and return, dim3 and other classes;
// constructors, and methods that change nothing.
// launch-functions-random.test compares with what they do return.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y * blockDim.y;    \
  }

// CHECK-LABEL: kernel "byValue(
// CHECK: launch "launch {{.*}}" block (32, 8) grid (_, 2) {
// CHECK-NEXT: assume gridDim.x == (n + 31) /u 32;
// CHECK-NEXT: }
KERNEL(byValue)
dim3 makeGrid(int nx, int ny, dim3 block) {
  return dim3((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y);
}
void byValues(unsigned *p, int n) {
  dim3 block(32, 8), grid = makeGrid(n, 16, block);
  byValue<<<grid, block>>>(p, n);
}

// A reference to const, members that change, a copy, and what depends on a
// condition.
// CHECK-LABEL: kernel "configured(
// CHECK: launch "launch {{.*}}" block _ grid (_, 3) {
// CHECK-DAG: assume blockDim.x == (n > 512 ? 512 : 64);
// CHECK-DAG: assume gridDim.x == (n > 512 ? n / 512 : 1);
KERNEL(configured)
struct Config {
  dim3 grid, block;
  int elements;
};
Config configure(const int &n) {
  Config c, other;
  c.block = dim3(64);
  c.grid.x = 1;
  c.grid.y = 2;
  if (n > 512) {
    c.block.x *= 8;
    c.grid.x = n / 512;
  }
  c.grid.y++;
  other = c;
  c.grid.y = 7;
  printf("%d\n", other.elements);
  return other;
}
void configures(unsigned *p, int n) {
  Config c = configure(n);
  configured<<<c.grid, c.block>>>(p, n);
}

// CHECK-LABEL: kernel "constructed(
// CHECK: launch "launch {{.*}}" block 128 grid _ {
// CHECK-NEXT: assume gridDim.x == (n +s 127) / 128;
KERNEL(constructed)
class Shape {
public:
  Shape(int elements, int threads) : elements(elements) {
    this->threads = threads;
    printf("%d threads\n", threads);
  }
  int blocks() const { return divided(elements); }
  dim3 block() const { return dim3(threads * factor); }

private:
  int divided(int n) const { return (n + threads - 1) / threads; }
  int elements, threads, factor = 1;
};
void constructs(unsigned *p, int n) {
  Shape s(n, 128);
  constructed<<<s.blocks(), s.block()>>>(p, n);
}

// What is said of a union changes nothing but the union.
// CHECK-LABEL: kernel "tagged(
// CHECK: launch "launch {{.*}}" block 96 grid 2 {
// CHECK-NEXT: assume n == 5;
// CHECK-NEXT: }
KERNEL(tagged)
struct Tagged {
  union {
    int number;
    short half;
  };
  struct {
    union {
      int threads;
      struct {
        short low, high;
      } halves;
    } is;
    dim3 block;
  } of;
  Tagged(int n) {
    of.block = dim3(n);
    number = n;
    half = 16;
    of.is.threads = n;
    of.is.halves.low += 16;
    of.block.x *= 3;
  }
};
void tags(unsigned *p) {
  Tagged t(32);
  t.of.is.halves.low = 7;
  tagged<<<2, t.of.block>>>(p, 5);
}

// Members of an object that others have made, which only it can set.
// CHECK-LABEL: kernel "given(
// CHECK: computed [[A:.*]];
// CHECK-NEXT: computed [[B:.*]];
// CHECK-NEXT: computed [[C:.*]];
// CHECK-NEXT: assume blockDim.x == [[B]] *s [[A]];
KERNEL(given)
void gives(unsigned *p, const Shape &s, int n) {
  given<<<s.blocks(), s.block()>>>(p, n);
}

// What is not followed: an object that others know, or change.
// CHECK-LABEL: kernel "hidden(
// CHECK: computed blockDim.x;
// CHECK: computed asked;
// CHECK-NEXT: assume
// CHECK-NEXT: assume blockDim.x == asked *s 32;
// CHECK-COUNT-6: computed blockDim.x;
// CHECK: relevant
__global__ void hidden(unsigned *out, int n) {
  if (blockIdx.x * blockDim.x + threadIdx.x < n)
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
struct Known {
  Known() {
    last = this;
    threads = 32;
    last->threads = 64;
  }
  static Known *last;
  int threads;
};
struct Counted {
  int threads = 32;
  mutable int asked = 1;
  void ask() const { asked = 2; }
  int next() const { return threads * asked; }
};
struct Virtual {
  virtual int threads() const { return 32; }
};
void enlarge(dim3 &block);
dim3 enlarged(dim3 block) {
  enlarge(block);
  return block;
}
dim3 byPointer(dim3 block) {
  dim3 *way = &block;
  way->x = 64;
  return block;
}
union Either {
  int threads;
  unsigned short half;
};
int halved(Either e) {
  e.half = 16;
  return e.threads;
}
void hides(unsigned *p, const Virtual &v) {
  Known k;
  hidden<<<1, k.threads>>>(p, 1);
  Counted c;
  c.ask();
  hidden<<<2, c.next()>>>(p, 1);
  hidden<<<3, v.threads()>>>(p, 1);
  hidden<<<4, enlarged(dim3(32))>>>(p, 1);
  hidden<<<5, byPointer(dim3(32))>>>(p, 1);
  hidden<<<6, halved(Either{32})>>>(p, 1);
  Tagged t(32);
  hidden<<<7, t.number>>>(p, 1);
  hidden<<<8, t.of.is.threads>>>(p, 1);
}
