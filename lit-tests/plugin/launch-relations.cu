// How the host computes the dimensions, in terms of what it passes.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <utility>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y * blockDim.y;    \
  }

// CHECK-LABEL: kernel "ceiling(
// CHECK-NEXT: param n
// CHECK-NEXT: global out
// CHECK-NEXT: launch "launch {{.*}}:[[@LINE+6]]" block 256 grid _ {
// CHECK-NEXT:   assume gridDim.x == (n +s 255) / 256;
// CHECK-NEXT: }
KERNEL(ceiling)
void ceilings(unsigned *p, int size) {
  const int threads = 256;
  ceiling<<<(size + threads - 1) / threads, threads>>>(p, size);
}

// CHECK-LABEL: kernel "helper(
// CHECK: assume gridDim.x == (n % 32 != 0 ? n / 32 +s 1 : n / 32);
KERNEL(helper)
int iDivUp(int a, int b) { return a % b != 0 ? a / b + 1 : a / b; }
void helpers(unsigned *p, int size) {
  dim3 block(32, 4);
  dim3 grid(iDivUp(size, block.x));
  helper<<<grid, block>>>(p, size);
}

// A variable that is computed from itself.
// CHECK-LABEL: kernel "limited(
// CHECK: let [[B:t[0-9]+]] = (n +s 255) / 256;
// CHECK: assume gridDim.x == ([[B]] > 1024 ? 1024 : [[B]]);
// CHECK: assume gridDim.x == (n / 2 < 64 ? n / 2 : 64);
KERNEL(limited)
void limits(unsigned *p, int n) {
  int blocks = (n + 255) / 256;
  blocks = blocks > 1024 ? 1024 : blocks;
  limited<<<blocks, 256>>>(p, n);
  int few = n;
  few = (few / 2);
  few = std::min(few, 64);
  limited<<<few, 256>>>(p, n);
}

// What changes on the right side is not followed.
// CHECK-LABEL: kernel "twice(
// CHECK: grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
// CHECK-NEXT: relevant n;
KERNEL(twice)
int another(int &n) { return n = n / 3 + 1; }
void twices(unsigned *p, int n) {
  int blocks = n;
  blocks = another(blocks) + blocks;
  twice<<<blocks, 256>>>(p, n);
}

// CHECK-LABEL: kernel "smallest(
// CHECK: assume blockDim.x == (n < 256 ? n : 256);
// CHECK: assume gridDim.x == (n < 1 ? 1 : n);
KERNEL(smallest)
void smallests(unsigned *p, int size) {
  smallest<<<std::max(size, 1), std::min(size, 256)>>>(p, size);
}

// A member of a class, also by the class.
// CHECK-LABEL: kernel "member(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK:   assume gridDim.x == n / 64;
KERNEL(member)
struct Sizes {
  int all, threads;
};
void members(unsigned *p, int size) {
  Sizes s = {size, 64}, t = s;
  member<<<t.all / t.threads, t.threads>>>(p, s.all);
}

// CHECK-LABEL: kernel "assigned(
// CHECK: launch "launch {{.*}}" block 128 grid (8192, 2) {
// CHECK-NEXT: assume n == 1048576;
KERNEL(assigned)
void assign(unsigned *p) {
  int size;
  size = 1 << 20;
  dim3 grid;
  grid.x = size / 128;
  grid.y = 2;
  assigned<<<grid, 128>>>(p, size);
}

// One of two values, as a condition says.
// CHECK-LABEL: kernel "either(
// CHECK: launch "launch {{.*}}" block _ grid _ {
// CHECK-NEXT: assume blockDim.x == (n > 512 ? 512 : n);
// CHECK-NEXT: assume gridDim.x == (n > 512 ? (n +s 511) / 512 : 1);
KERNEL(either)
void eithers(unsigned *p, int size) {
  int blocks = 1, threads = size;
  if (size > 512) {
    blocks = (size + 511) / 512;
    threads = 512;
  }
  either<<<blocks, threads>>>(p, size);
}

// A branch that may lead elsewhere is not followed.
// CHECK-LABEL: kernel "leaving(
// CHECK: computed blockDim.x;
KERNEL(leaving)
void leavings(unsigned *p, int size) {
  int threads = 64;
  if (size > 512) {
    threads = 512;
    if (size > 1024)
      return;
  }
  leaving<<<4, threads>>>(p, size);
}

// What cannot be told to be asked twice is followed once at most.
// CHECK-LABEL: kernel "asked(
// CHECK: computed blockDim.x;
struct Measured {
  int length;
};
KERNEL(asked)
void askedTwice(unsigned *p, const Measured *s) {
  int threads = 32;
  if (s->length > 10)
    threads = 64;
  if (s->length > 10)
    return;
  asked<<<1, threads>>>(p, 1);
}

// Two sizes that the host relates through a third.
// CHECK-LABEL: kernel "third(
// CHECK: host rows : i32;
// CHECK-DAG: assume n == rows *s 4;
// CHECK-DAG: assume gridDim.x == rows / 2;
KERNEL(third)
void thirds(unsigned *p, int rows) { third<<<rows / 2, 32>>>(p, rows * 4); }

// Template arguments, and unsigned arithmetic, which wraps.
// CHECK-LABEL: kernel "typed(
// CHECK: launch "launch {{.*}}" block 96 grid _ {
// CHECK-NEXT: assume gridDim.x == (n + 95) /u 96;
KERNEL(typed)
template <unsigned Threads> void go(unsigned *p, unsigned size) {
  typed<<<(size + Threads - 1) / Threads, Threads>>>(p, size);
}
void typedAll(unsigned *p, unsigned size) { go<96>(p, size); }

// What is read twice in a launch is read once.
// CHECK-LABEL: kernel "global(
// CHECK: assume gridDim.x == n / 32;
KERNEL(global)
int inAll;
void globals(unsigned *p) { global<<<inAll / 32, 32>>>(p, inAll); }

// The value in this iteration.
// CHECK-LABEL: kernel "iteration(
// CHECK: assume gridDim.x == n;
KERNEL(iteration)
void iterations(unsigned *p, int most) {
  for (int i = 1; i < most; i *= 2) {
    dim3 grid(i);
    iteration<<<grid, 32>>>(p, i);
  }
}

// One of two variables.
// CHECK-LABEL: kernel "oneOfTwo(
// CHECK: assume gridDim.x == (n / 32 > 64 ? 64 : n / 32);
KERNEL(oneOfTwo)
void choices(unsigned *p, int n) {
  int most = 64, blocks = n / 32;
  blocks = blocks > most ? most : blocks;
  oneOfTwo<<<blocks, 32>>>(p, n);
}

// A condition on what a call returned before, and on what one returns now: the
// next one may return something else.
// CHECK-LABEL: kernel "returned(
// CHECK: host each : i32;
// CHECK-NEXT: computed each;
// CHECK-NEXT: assume gridDim.x == (n / each == 0 ? 1 : n / each);
// CHECK: launch
// CHECK: computed gridDim.x;
KERNEL(returned)
int parts(int n);
void calls(unsigned *p, int n) {
  int each = parts(n), blocks = n / each;
  if (blocks == 0)
    blocks = 1;
  returned<<<blocks, 32>>>(p, n);
  int others = n / 32;
  if (parts(n) == 0)
    others = 1;
  returned<<<others, 32>>>(p, n);
}

// Elements of an array that nobody changes.
// CHECK-LABEL: kernel "elements(
// CHECK: launch "launch {{.*}}" block (16, 8) grid _ {
// CHECK-NEXT: assume gridDim.x == n;
KERNEL(elements)
void sizes(unsigned *p, int n) {
  size_t local[] = {16, 8};
  int grid[] = {n};
  n = 5;
  elements<<<grid[0], dim3(local[0], local[1])>>>(p, grid[0]);
}

// References to what functions in sight only read, and to what one of them
// changes.
// CHECK-LABEL: kernel "lent(
// CHECK: launch "launch {{.*}}" block 96 grid 1
// CHECK: launch "launch {{.*}}" block 192 grid 2 {
// CHECK: launch "launch {{.*}}" block _ grid 3 {
// CHECK: computed blockDim.x;
KERNEL(lent)
template <typename... Arguments> void reads(Arguments &&...all) {
  parts(std::forward<Arguments>(all)...);
}
void passesOn(int &n);
void keeps(int &n) {
  static int *way;
  way = &n;
}
void lends(unsigned *p, int n) {
  int threads = 96, others = 96, kept = 96;
  reads(threads);
  passesOn(others);
  keeps(kept);
  lent<<<1, threads>>>(p, n);
  lent<<<2, others>>>(p, n);
  lent<<<3, kept>>>(p, n);
}
void doubles(int &n) { n *= 2; }
void passesOn(int &n) { doubles(n); }

// One of them, whichever; what nobody gave a value is 0.
// CHECK-LABEL: kernel "oneOf(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK: assume blockDim.x == ({{.*}} == 0 ? 32 : {{.*}} == 1 ? 64 : 128);
// CHECK: launch "launch {{.*}}" block _ grid 2 {
// CHECK: assume blockDim.x == (n == 0 ? 32 : n == 1 ? 64 : n == 2 ? 128 : 0);
KERNEL(oneOf)
void eachOf(unsigned *p, int n) {
  int threads[] = {32, 64, 128}, others[4] = {32, 64, 128};
  for (int i = 0; i < 3; i++) {
    int here = threads[i];
    oneOf<<<1, here>>>(p, n);
  }
  oneOf<<<2, others[n]>>>(p, n);
}

// CHECK-LABEL: kernel "changing(
// CHECK: launch "launch {{.*}}" block (16, _) grid 1
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NEXT: computed blockDim.x;
// CHECK-LABEL: kernel "filling(
// CHECK: launch "launch {{.*}}" block (_, _) grid 1
KERNEL(changing)
KERNEL(filling)
void fill(size_t *);
void changes(unsigned *p, int n) {
  size_t local[] = {16, 8};
  local[1] = n;
  changing<<<1, dim3(local[0], local[1])>>>(p, n);
  size_t filled[] = {16, 8};
  fill(filled);
  int at = 0;
  filling<<<1, dim3(filled[at], filled[1 - at])>>>(p, n);
  static int first[] = {n};
  changing<<<1, first[at]>>>(p, n);
}
