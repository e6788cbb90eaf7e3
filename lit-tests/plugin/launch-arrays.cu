// Elements of arrays of the host: what they were given last, if nobody changes
// them through a pointer, or by an index that is not known.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <utility>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y * blockDim.y;    \
  }

// CHECK-LABEL: kernel "assigned(
// CHECK: launch "launch {{.*}}" block (16, 8) grid (_, 3) {
// CHECK-NEXT: assume gridDim.x == u32(u64(n) /u 16);
KERNEL(assigned)
void assigns(unsigned *p, unsigned n) {
  size_t block[2], grid[2] = {0, 5};
  block[0] = 16;
  block[1] = block[0] / 2;
  grid[0] = n / block[0];
  grid[1] -= 2;
  dim3 b(block[0], block[1]), g(grid[0], grid[1]);
  assigned<<<g, b>>>(p, n);
}

// What a list leaves out is 0; other elements do not matter.
// CHECK-LABEL: kernel "listed(
// CHECK: launch "launch {{.*}}" block (32, 4) grid 7 {
// CHECK-NEXT: assume n == 0;
KERNEL(listed)
void lists(unsigned *p, int i) {
  int of[2][3] = {{32}, {4, 7}}, other[4] = {};
  other[1] = i;
  listed<<<of[1][1], dim3(of[0][0], of[1][0])>>>(p, of[0][1] + other[3]);
}

// The one or the other; elements of a member; arrays of classes.
// CHECK-LABEL: kernel "chosen(
// CHECK: launch "launch {{.*}}" block _ grid (2, 3) {
// CHECK-NEXT: assume blockDim.x == (n > 9 ? 64 : 32);
KERNEL(chosen)
struct Config {
  int threads[2];
  dim3 grids[2];
};
void choices(unsigned *p, int n) {
  Config c;
  c.threads[1] = 32;
  if (n > 9)
    c.threads[1] = 64;
  c.threads[0] = 7;
  c.grids[1].x = 2;
  c.grids[1].y = 3;
  c.grids[1].z = 1;
  c.grids[0] = dim3(5);
  const Config same = c;
  chosen<<<same.grids[1], same.threads[1]>>>(p, n);
}

// In functions.
// CHECK-LABEL: kernel "called(
// CHECK: launch "launch {{.*}}" block 128 grid _ {
// CHECK-NEXT: assume gridDim.x == n *s 2 *s 2;
KERNEL(called)
int product(int n) {
  int t[3] = {n, 1};
  t[1] *= 2;
  t[2] = 2;
  return t[0] * t[1] * t[2];
}
void calls(unsigned *p, int n) { called<<<product(n), 128>>>(p, n); }

// A kernel's argument with an array.
// CHECK-LABEL: kernel "given(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK: assume s{{.*}} == 6;
struct Sizes {
  int of[3];
};
__global__ void given(unsigned *out, Sizes s) {
  if (threadIdx.x < s.of[1])
    out[threadIdx.x] = 1;
}
void gives(unsigned *p) {
  Sizes s = {{4, 5}};
  s.of[1]++;
  given<<<1, 32>>>(p, s);
}

// What others may have changed. One context says all of them.
// CHECK-LABEL: kernel "changed(
// CHECK-NOT: grid {{[0-9(]}}
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch
// CHECK: relevant
KERNEL(changed)
void fill(int *all);
void fillTwo(int (&all)[2]);
void set(int &one);
int indexed(int i) {
  int t[2] = {1, 2};
  t[i] = 3;
  return t[0];
}
int indexedInPassing(int i) {
  int t[2] = {1, 2};
  t[i--] = 3;
  return i;
}
int behindPointer() {
  int t[2] = {1, 2};
  *t = 3;
  return t[0];
}
int first(const int *all) { return all[0]; }
void changes(unsigned *p, int n, int i) {
  int byIndex[2] = {1, 2};
  byIndex[i] = 3;
  changed<<<byIndex[0], 32>>>(p, n);
  int byRow[2][2] = {1, 2, 3, 4};
  byRow[i][0] = 3;
  changed<<<byRow[1][1], 32>>>(p, n);
  int byLoop[2] = {1, 2};
  for (int k = 0; k < 2; ++k)
    byLoop[k] = k + 1;
  changed<<<byLoop[0], 32>>>(p, n);
  int byPointer[2] = {1, 2}, *way = byPointer;
  *way = 3;
  changed<<<byPointer[0], 32>>>(p, n);
  int byAddress[2] = {1, 2}, *second = &byAddress[1];
  second[-1] = 3;
  changed<<<byAddress[0], 32>>>(p, n);
  int byName[2] = {1, 2}, &name = byName[0];
  name = 3;
  changed<<<byName[0], 32>>>(p, n);
  int byCall[2] = {1, 2};
  fill(byCall);
  changed<<<byCall[0], 32>>>(p, n);
  int byReference[2] = {1, 2};
  fillTwo(byReference);
  changed<<<byReference[0], 32>>>(p, n);
  int byPart[2] = {1, 2};
  fill(&byPart[1] - 1);
  changed<<<byPart[0], 32>>>(p, n);
  int bySwap[2] = {1, 2};
  std::swap(bySwap[0], bySwap[1]);
  changed<<<bySwap[0], 32>>>(p, n);
  int bySet[2] = {1, 2};
  set(bySet[0]);
  changed<<<bySet[0], 32>>>(p, n);
  int byLambda[2] = {1, 2};
  [&] { byLambda[0] = 3; }();
  changed<<<byLambda[0], 32>>>(p, n);
  int byStep[2] = {1, 2};
  for (int &each : byStep)
    ++each;
  changed<<<byStep[0], 32>>>(p, n);
  int unset[2];
  unset[1] = 1;
  changed<<<unset[0], 32>>>(p, n);
  union {
    int words[2];
    short halves[4];
  } one;
  one.words[0] = 1;
  one.halves[0] = 3;
  changed<<<one.words[0], 32>>>(p, n);
  Config inMember;
  inMember.threads[0] = 1;
  inMember.threads[i] = 2;
  changed<<<inMember.threads[0], 32>>>(p, n);
  Config copied;
  copied.threads[0] = 1;
  copied = inMember;
  changed<<<copied.threads[0], 32>>>(p, n);
  changed<<<indexed(i), 32>>>(p, n);
  changed<<<indexedInPassing(n), 32>>>(p, n);
  changed<<<behindPointer(), 32>>>(p, n);
}
