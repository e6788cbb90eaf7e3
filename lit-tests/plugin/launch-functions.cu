// What functions of the host return, in terms of what they are given.
// launch-functions-random.test compares with what they do return.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cassert>
#include <cstdio>
#include <cstdlib>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// CHECK-LABEL: kernel "rounded(
// CHECK: assume gridDim.x == (n % 32 == 0 ? n : n +s 32 -s n % 32) / 32;
KERNEL(rounded)
int roundUp(int to, int n) {
  const int rest = n % to;
  if (rest == 0)
    return n;
  else
    return n + to - rest;
}
void rounds(unsigned *p, int n) { rounded<<<roundUp(32, n) / 32, 32>>>(p, n); }

// Variables that change.
// CHECK-LABEL: kernel "stepped(
// CHECK: assume gridDim.x == (n > 3 ? n *s 2 : n +s 1);
KERNEL(stepped)
int stepUp(int n) {
  int by = 1;
  if (n > 3)
    by = n;
  n += by;
  return n;
}
int stepOnce(int n) {
  if (n > 3)
    return n * 2;
  n++;
  return n;
}
void steps(unsigned *p, int n) { stepped<<<stepOnce(n), 32>>>(p, n); }

// CHECK-LABEL: kernel "chosen(
// CHECK: assume gridDim.x == n +s (n > 3 ? n : 1);
KERNEL(chosen)
void choices(unsigned *p, int n) { chosen<<<stepUp(n), 32>>>(p, n); }

// Loops end after some iterations, or never: nobody comes to such a launch.
// CHECK-LABEL: kernel "lowestBit(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK: assume gridDim.x == ((n & 1) != 0 ? 1 : (n & 2) != 0 ? 2 :
// CHECK: let [[NONE:t[0-9]+]] = (n & 1) == 0 && (n & 2) == 0 &&
// CHECK: assume !([[NONE]] && {{.*}} && (n & 2147483648) == 0);
KERNEL(lowestBit)
int lowest(int n) {
  int bit = 1;
  while ((n & bit) == 0)
    bit <<= 1;
  return bit;
}
void bits(unsigned *p, int n) { lowestBit<<<lowest(n), 32>>>(p, n); }

// CHECK-LABEL: kernel "divides(
// CHECK: let [[NOT8:t[0-9]+]] = n % 8 != 0;
// CHECK: assume gridDim.x == (n % 8 == 0 ? 8 : [[NOT8]] && n % 7 == 0 ? 7 :
// CHECK-SAME: [[NOT8]] && n % 7 != 0 && n % 6 == 0 ? 6 : 1);
KERNEL(divides)
int divisor(int n) {
  for (int d = 8;; --d) {
    if (d < 6)
      break;
    if (n % d != 0)
      continue;
    return d;
  }
  return 1;
}
void divisions(unsigned *p, int n) { divides<<<divisor(n), 32>>>(p, n); }

// One that calls another one; what it prints does not matter.
// CHECK-LABEL: kernel "nested(
// CHECK: let [[D:t[0-9]+]] = n % 8 == 0 ? 8i32 :
// CHECK: assume gridDim.x == [[D]] +s
// CHECK-SAME: (n % [[D]] == 0 ? n : n +s [[D]] -s n % [[D]]);
KERNEL(nested)
int twice(int n) {
  int d = divisor(n);
  printf("%d\n", d);
  do
    d += roundUp(d, n);
  while (false);
  return d;
}
void nests(unsigned *p, int n) { nested<<<twice(n), 32>>>(p, n); }

// Who comes to the launch has not left the program.
// CHECK-LABEL: kernel "checked(
// CHECK: assume gridDim.x == n;
// CHECK-NEXT: assume !(n < 1 || n >= 1 && n >= 100);
KERNEL(checked)
int positive(int n) {
  if (n < 1) {
    fprintf(stderr, "too few\n");
    exit(1);
  }
  assert(n < 100);
  return n;
}
void checks(unsigned *p, int n) { checked<<<positive(n), 32>>>(p, n); }

// CHECK-LABEL: kernel "doubled(
// CHECK: assume gridDim.x == n *s 2;
// CHECK-NEXT: assume n >= 1;
KERNEL(doubled)
int natural(int n) {
  if (n < 1)
    throw n;
  return n;
}
int doubleOf(int n) {
  int m = natural(n);
  return 2 * m;
}
void doubles(unsigned *p, int n) { doubled<<<doubleOf(n), 32>>>(p, n); }

// Who has returned has not come to what is behind a loop.
// CHECK-LABEL: kernel "found(
// CHECK: assume gridDim.x == (n % 3 == 0 ? 3 : 2);
// CHECK-NEXT: let [[NOT3:t[0-9]+]] = n % 3 != 0;
// CHECK-NEXT: assume !([[NOT3]] && !([[NOT3]] && n % 2 == 0));
KERNEL(found)
int smallDivisor(int n) {
  for (int d = 3; d > 1; --d)
    if (n % d == 0)
      return d;
  throw n;
}
void finds(unsigned *p, int n) { found<<<smallDivisor(n), 32>>>(p, n); }

// Unless it need not have been there.
// CHECK-LABEL: kernel "perhaps(
// CHECK: computed [[V:.*]];
// CHECK-NEXT: assume gridDim.x == (careful ? [[V]] : 7);
// CHECK-NEXT: }
KERNEL(perhaps)
void doubts(unsigned *p, int n, bool careful) {
  perhaps<<<careful ? positive(n) : 7, 32>>>(p, n);
}

// CHECK-LABEL: kernel "branch(
// CHECK: computed blocks;
// CHECK-NEXT: assume gridDim.x == (careful ? blocks : 7);
// CHECK-NEXT: }
KERNEL(branch)
void branches(unsigned *p, int n, bool careful) {
  int blocks = 7;
  if (careful)
    blocks = positive(n);
  branch<<<blocks, 32>>>(p, n);
}

// CHECK-LABEL: kernel "within(
// CHECK: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(within)
int carefully(int n, bool careful) {
  if (careful)
    n = positive(n);
  return n;
}
void withins(unsigned *p, int n, bool careful) {
  within<<<carefully(n, careful), 32>>>(p, n);
}

// What is not followed: what others can change meanwhile.
// CHECK-LABEL: kernel "hidden(
// CHECK-NOT: grid _;
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch
// CHECK: relevant
KERNEL(hidden)
void change(int &n);
int changes(int n) {
  change(n);
  return n;
}
int changedByName(int n) {
  int &other = n;
  other = 3;
  return n;
}
int changedByPointer(int n) {
  int *other = &n;
  *other = 3;
  return n;
}
int counts() {
  static int n = 3;
  ++n;
  return n;
}
int changedInLambda(int n) {
  auto change = [&] { n = 3; };
  change();
  return n;
}
void hides(unsigned *p, int n) {
  hidden<<<changes(n), 32>>>(p, n);
  hidden<<<changedByName(n), 32>>>(p, n);
  hidden<<<changedByPointer(n), 32>>>(p, n);
  hidden<<<counts(), 32>>>(p, n);
  hidden<<<changedInLambda(n), 32>>>(p, n);
}

// Two names for one variable, a variable in a list, and what is read in the
// expression that changes it.
// CHECK-LABEL: kernel "stale(
// CHECK-NOT: grid _;
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch
// CHECK: relevant
KERNEL(stale)
int sameVariable(int &a, int &b) {
  a = 3;
  return b;
}
int listed(int n) {
  int list[] = {n, 7}, at = 0;
  n = 3;
  return list[at];
}
int within(int n) { return (n = 3) + n; }
void stales(unsigned *p, int n) {
  int m = n;
  stale<<<sameVariable(m, m), 32>>>(p, n);
  stale<<<listed(n), 32>>>(p, n);
  stale<<<within(n), 32>>>(p, n);
}

// Loops that can be long, and functions that call themselves.
// CHECK-LABEL: kernel "longer(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch
__global__ void longer(unsigned *out, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}
int sum(int n) {
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += i;
  return all;
}
int depth(int n) { return n <= 1 ? 0 : 1 + depth(n / 2); }
void lengths(unsigned *p, int n) {
  longer<<<sum(n), 32>>>(p, n);
  longer<<<depth(n), 32>>>(p, n);
}
