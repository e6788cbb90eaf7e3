// Pointers that are not followed are still in the objects that they come from.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <utility>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *a, const float *b) {                             \
    a[threadIdx.x] = b[threadIdx.x];                                           \
  }

struct View {
  float *begin;
  float *at(int i) { return begin + i; }
};
float *next(float *p);
void split(float *from, float **low, float **high);
void allocate(void *pool, float **out);

// CHECK-LABEL: kernel "stepped(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(stepped)
void steps(float *p) {
  float *q = p;
  q++;
  stepped<<<1, 32>>>(p, q);
}

// CHECK-LABEL: kernel "parameter(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(parameter)
void ofParameter(float *p, int n) {
  float *begin = p;
  for (int i = 0; i < n; ++i) {
    parameter<<<1, 32>>>(begin, p);
    p += 32;
  }
}

// CHECK-LABEL: kernel "allocated(
// CHECK: launch "
// CHECK: alias b, a;
KERNEL(allocated)
void ofAllocation(int n) {
  float *p;
  cudaMalloc(&p, 1 << 20);
  float *begin = p;
  for (int i = 0; i < n; ++i) {
    allocated<<<1, 32>>>(begin, p);
    p += 32;
  }
}

// CHECK-LABEL: kernel "branched(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(branched)
void branches(float *p, float *r, int argc) {
  float *q = r;
  if (argc < 5)
    q = p + 1;
  branched<<<1, 32>>>(p, q);
}

// It can be in one or in the other: all three are taken to be in one object.
// CHECK-LABEL: kernel "either(
// CHECK: launch "
// CHECK-NEXT: alias c, b;
// CHECK-NEXT: alias a, b;
__global__ void either(float *a, float *b, const float *c) {
  a[threadIdx.x] = b[threadIdx.x] = c[threadIdx.x];
}
void chooses(float *p, float *r, int argc) {
  float *q = argc < 5 ? p : r;
  either<<<1, 32>>>(p, r, q);
}

// CHECK-LABEL: kernel "element(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(element)
void elements(float *p) {
  float *q[2] = {p, p + 1};
  element<<<1, 32>>>(q[0], q[1]);
}

// CHECK-LABEL: kernel "numbered(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(numbered)
void numbers(float *p) {
  uintptr_t u = (uintptr_t)p + 4;
  numbered<<<1, 32>>>(p, (float *)u);
}

// CHECK-LABEL: kernel "referred(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(referred)
void refers(float *p) {
  float *&r = p;
  referred<<<1, 32>>>(r, p + 1);
}

// CHECK-LABEL: kernel "referredOrOther(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(referredOrOther)
void refersOrNot(float *p, float *r, int n) {
  float *&other = p;
  float *q = r;
  for (int i = 0; i < n; ++i)
    q = other;
  referredOrOther<<<1, 32>>>(p, q);
}

// CHECK-LABEL: kernel "method(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(method)
void methods(float *p) {
  View v{p};
  method<<<1, 32>>>(v.at(0), v.at(1));
}

// CHECK-LABEL: kernel "returned(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(returned)
void returns(float *p) { returned<<<1, 32>>>(p, next(p)); }

// CHECK-LABEL: kernel "parted(
// CHECK: launch "
// CHECK-NEXT: assume "no function keeps the address of 'high'" derived;
// CHECK-NEXT: assume "no function keeps the address of 'low'" derived;
// CHECK-NEXT: alias b, a;
KERNEL(parted)
void parts(float *p) {
  float *low, *high;
  split(p, &low, &high);
  parted<<<1, 32>>>(low, high);
}

// CHECK-LABEL: kernel "movedAndSwapped(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(movedAndSwapped)
void swapsHalves(float *p, int n) {
  float *in = p, *out = p + n;
  for (int i = 0; i < n; ++i) {
    movedAndSwapped<<<1, 32>>>(out, in);
    std::swap(in, out);
  }
}

// CHECK-LABEL: kernel "swappedAndMoved(
// CHECK: launch "
// CHECK-NEXT: alias b, a;
KERNEL(swappedAndMoved)
void swapsAndSteps(float *p, float *r, int n) {
  float *in = p, *out = r;
  for (int i = 0; i < n; ++i) {
    swappedAndMoved<<<1, 32>>>(out, in);
    std::swap(in, out);
    in++;
  }
}

// Whole objects that change places are different ones.
// So is a member of an element that another one is made of.
// CHECK-LABEL: kernel "halves(
// CHECK: alias b, a;
struct Halves {
  float *low, *high;
};
KERNEL(halves)
void ofMember(int n) {
  Halves h[4];
  for (int i = 0; i < n; ++i) {
    cudaMalloc(&h[i].low, 1024);
    h[i].high = h[i].low + 1;
  }
  for (int i = 0; i < n; ++i)
    halves<<<1, 32>>>(h[i].low, h[i].high);
}

// CHECK-LABEL: kernel "swapped(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "exchanged(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "inTurn(
// CHECK-NOT: alias
KERNEL(swapped)
KERNEL(exchanged)
KERNEL(inTurn)
void swaps(float *p, float *r, int n) {
  float *in = p, *out = r;
  for (int i = 0; i < n; ++i) {
    swapped<<<1, 32>>>(out, in);
    std::swap(in, out);
  }
  for (int i = 0; i < n; ++i) {
    exchanged<<<1, 32>>>(out, in);
    float *other = in;
    in = out;
    out = other;
  }
  float *of[2] = {p, r};
  for (int i = 0; i < n; ++i)
    inTurn<<<1, 32>>>(of[i & 1], of[~i & 1]);
}

// So are others: each comes from an object of its own.
// CHECK-LABEL: kernel "strode(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "several(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "members(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "pooled(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "kept(
// CHECK-NOT: alias
// CHECK-LABEL: kernel "end(
KERNEL(strode)
void strides(float *p, float *r, int n) {
  for (int i = 0; i < n; ++i) {
    strode<<<1, 32>>>(p, r);
    p += 32;
    r += 32;
  }
}
KERNEL(several)
void allocatesSeveral() {
  float *d[2];
  for (int i = 0; i < 2; ++i)
    cudaMalloc(&d[i], 1024);
  several<<<1, 32>>>(d[0], d[1]);
}
struct Buffer {
  float *data;
};
KERNEL(members)
void allocatesMembers() {
  Buffer d[2];
  for (int i = 0; i < 2; ++i)
    cudaMalloc(&d[i].data, 1024);
  members<<<1, 32>>>(d[0].data, d[1].data);
}
KERNEL(pooled)
void allocates(void *pool) {
  float *x, *y;
  allocate(pool, &x);
  allocate(pool, &y);
  pooled<<<1, 32>>>(x, y);
}
struct State {
  float *x, *y;
};
KERNEL(kept)
void keeps(State *s) { kept<<<1, 32>>>(s->x, s->y); }
KERNEL(end)
