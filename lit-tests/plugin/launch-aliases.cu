// Pointers into one object, passed in several parameters.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
// RUN: %clangxx_cuda --cuda-device-only -fsyntax-only -Xclang -verify %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, const unsigned *in, int n)

// CHECK-LABEL: kernel "apart(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n == 5;
// CHECK-NEXT: }
KERNEL(apart) { out[threadIdx.x] = in[threadIdx.x + n]; }
void aparts(unsigned *p, unsigned *q) { apart<<<1, 32>>>(p, q, 5); }

// CHECK-LABEL: kernel "same(
// CHECK: alias in = out[0];
KERNEL(same) {
  // expected-warning@+2 {{data race on 'in' in kernel 'same}}
  // expected-note@+1 3 {{}}
  out[threadIdx.x] = in[threadIdx.x + n];
}
void sames(unsigned *p) { same<<<1, 32>>>(p, p, 5); }

// Two pointers of other types are one.
// CHECK-LABEL: kernel "global(
// CHECK: alias in = out[0];
KERNEL(global) {
  // expected-warning@+2 {{data race on 'in' in kernel 'global}}
  // expected-note@+1 3 {{}}
  out[threadIdx.x] = in[threadIdx.x + n];
}
extern unsigned *Array;
void globals() { global<<<1, 32>>>(Array, Array, 5); }

// Bases are places in the object.
// CHECK-LABEL: kernel "bases(
// CHECK: alias in = out[1];
struct First {
  unsigned a;
};
struct Second {
  unsigned b;
};
struct Both : First, Second {};
extern Both *Object;
__global__ void bases(First *out, const Second *in, int n) {
  // expected-warning@+2 {{data race on 'in' in kernel 'bases}}
  // expected-note@+1 3 {{}}
  out[threadIdx.x].a = in[threadIdx.x + n].b;
}
void baseses() { bases<<<1, 32>>>(Object, Object, 5); }

// Each thread has its own element.
// CHECK-LABEL: kernel "inPlace(
// CHECK: alias in = out[0];
KERNEL(inPlace) { out[threadIdx.x] = in[threadIdx.x] + n; }
void inPlaces(unsigned *p) { inPlace<<<1, 32>>>(p, p, 5); }

// CHECK-LABEL: kernel "behind(
// CHECK: alias in = out[n];
KERNEL(behind) {
  if (threadIdx.x < n)
    out[threadIdx.x] = in[threadIdx.x];
}
void behinds(unsigned *p, int size) {
  if (size < 0)
    return;
  unsigned *half = p + size;
  behind<<<1, 32>>>(p, half, size);
}

// CHECK-LABEL: kernel "within(
// CHECK: alias in = out[4];
KERNEL(within) {
  // expected-warning@+2 {{data race on 'in' in kernel 'within}}
  // expected-note@+1 3 {{}}
  out[threadIdx.x] = in[threadIdx.x];
}
void withins(unsigned *p) { within<<<1, 32>>>(p, &p[4], 5); }

// What is read there is no input any more, but for two threads that come first.
// CHECK-LABEL: kernel "noInput(
// CHECK: alias in = out[32];
// CHECK-NOT: out[in[
// CHECK: wr out[u64($
KERNEL(noInput) {
  // expected-warning@+3 {{data race on 'in' in kernel 'noInput}}
  // expected-remark@+2 {{same-value conflict on 'out' in kernel 'noInput}}
  // expected-note@+1 5 {{}}
  out[in[threadIdx.x]] = n;
}
void noInputs(unsigned *p) { noInput<<<1, 32>>>(p, p + 32, 5); }

// CHECK-LABEL: kernel "members(
// CHECK: alias in = s.out[1];
struct Buffers {
  unsigned *out;
};
__global__ void members(Buffers s, const unsigned *in) {
  // expected-warning@+2 {{data race on 'in' in kernel 'members}}
  // expected-note@+1 3 {{}}
  s.out[threadIdx.x] = in[threadIdx.x];
}
void allMembers(unsigned *p) {
  Buffers s = {p};
  members<<<1, 32>>>(s, p + 1);
}

// Either of two.
// CHECK-LABEL: kernel "either(
// CHECK: alias in, out;
KERNEL(either) { // expected-remark {{only possible findings}}
  out[threadIdx.x] = in[threadIdx.x];
}
void eithers(unsigned *p, unsigned *q, bool first) {
  either<<<1, 32>>>(p, first ? p : q, 5);
}

// The pointer has changed in between: taken as another object.
// CHECK-LABEL: kernel "swapped(
// CHECK-NOT: alias in
// CHECK: relevant
KERNEL(swapped) { out[threadIdx.x + n] = in[threadIdx.x]; }
void swaps(unsigned *p, unsigned *q, int n) {
  unsigned *old = p;
  p = q;
  swapped<<<1, 32>>>(p, old, n);
}
