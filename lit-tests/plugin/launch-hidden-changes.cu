// What the host passes may have been changed through another name, or be
// another value each time that it is read: no kernel is race-free for what one
// of them says, and no race is certain for what two of them may be.
//
// RUN: %bare
// RUN: %racemap check %s --kernel=Changed 2>&1 | \
// RUN:   FileCheck %s --check-prefix=CHANGED
// RUN: %racemap check %s --kernel=Same 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SAME --implicit-check-not='(provable)'
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHANGED: 13 kernels: 0 race-free, 0 racy, 13 unknown
// SAME: 4 kernels: {{[0-9]+}} race-free, 0 racy, {{[0-9]+}} unknown

#include <functional>
#include <memory>
#include <tuple>

// Two threads write one element of more than 32.
#define KERNEL(NAME)                                                           \
  __global__ void NAME##Changed(int *out, int m) {                             \
    if (blockDim.x != m)                                                       \
      out[threadIdx.x & 31] = threadIdx.x;                                     \
  }

KERNEL(lent)
void lend(int *p) {
  int n = 32, m = n;
  int *ways[] = {&n};
  *ways[0] = 64;
  lentChanged<<<1, n>>>(p, m);
}

KERNEL(passed)
void pass(int *p) {
  int n = 32, m = n;
  void *arguments[] = {&n};
  *static_cast<int *>(arguments[0]) = 64;
  passedChanged<<<1, n>>>(p, m);
}

KERNEL(captured)
void capture(int *p) {
  int n = 32, m = n;
  [&r = n] { r = 64; }();
  capturedChanged<<<1, n>>>(p, m);
}

KERNEL(addressed)
void address(int *p, int n) {
  int *way = std::addressof(n), m = n;
  *way = 64;
  addressedChanged<<<1, n>>>(p, m);
}

KERNEL(wrapped)
void wrap(int *p, int n) {
  auto way = std::ref(n);
  int m = n;
  way.get() = 64;
  wrappedChanged<<<1, n>>>(p, m);
}

KERNEL(tied)
void tie(int *p, int n) {
  auto way = std::tie(n);
  int m = n;
  std::get<0>(way) = 64;
  tiedChanged<<<1, n>>>(p, m);
}

struct Registered {
  static Registered *last;
  int n;
  Registered(int n) : n(n) { last = this; }
};
KERNEL(registered)
void register_(int *p, int n) {
  Registered its(32);
  its.n = n;
  int m = its.n;
  Registered::last->n = 64;
  registeredChanged<<<1, its.n>>>(p, m);
}

struct Pointing {
  int n, *way = &n;
};
KERNEL(pointing)
void point(int *p, int n) {
  Pointing its;
  its.n = n;
  int m = its.n;
  *its.way = 64;
  pointingChanged<<<1, its.n>>>(p, m);
}

struct Prepared {
  int n, *way, all[2];
};
static void prepare(Prepared *its) { its->way = &its->n; }
KERNEL(prepared)
void usePrepared(int *p, int n) {
  Prepared its;
  prepare(&its);
  its.n = n;
  int m = its.n;
  *its.way = 64;
  preparedChanged<<<1, its.n>>>(p, m);
}
static void keepRow(int *&way, Prepared *its) { way = its->all; }
KERNEL(decayed)
void useDecayed(int *p, int n) {
  Prepared its;
  int *way;
  keepRow(way, &its);
  its.all[1] = n;
  int m = its.all[1];
  way[1] = 64;
  decayedChanged<<<1, its.all[1]>>>(p, m);
}
static int &nameOf(Prepared *its) {
  int &name = its->n;
  return name;
}
KERNEL(named)
void useName(int *p, int n) {
  Prepared its;
  int &name = nameOf(&its);
  its.n = n;
  int m = its.n;
  name = 64;
  namedChanged<<<1, its.n>>>(p, m);
}

KERNEL(unsteady)
volatile int unsteady;
void readTwice(int *p) { unsteadyChanged<<<1, unsteady>>>(p, unsteady); }

// The first iteration asked for another value.
__global__ void askedChanged(int *out, int s, int m) {
  if (s + m == 0)
    out[0] = threadIdx.x;
}
int anything();
void ask(int *p) {
  for (int s = 0; int m = anything() - s; s++)
    askedChanged<<<1, 64>>>(p, s, m);
}

#define SAME(NAME)                                                             \
  __global__ void NAME##Same(int *out, int m) {                                \
    if (blockDim.x != m)                                                       \
      out[0] = threadIdx.x;                                                    \
  }

// Both calls return the same.
SAME(called)
int table[4], inAll;
int lookUp(int n) { return table[n & 3]; }
void callTwice(int *p, int n) { calledSame<<<1, lookUp(n)>>>(p, lookUp(n)); }

SAME(early)
int atMost64(int n) {
  if (n > 64)
    return 64;
  return n;
}
void limit(int *p) {
  earlySame<<<1, atMost64(inAll)>>>(p, inAll > 64 ? 64 : inAll);
}

SAME(discarded)
template <int N> int orLess(int n) {
  if constexpr (N > 3) {
    return n;
  } else {
    return n - 1;
  }
}
void discard(int *p, int n) { discardedSame<<<1, orLess<5>(n)>>>(p, n); }

SAME(lambda)
void callLambda(int *p, int n) {
  auto same = [](int x) {
    while (false)
      ++x;
    return x;
  };
  lambdaSame<<<1, same(n)>>>(p, n);
}
