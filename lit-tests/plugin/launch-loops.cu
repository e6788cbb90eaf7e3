// A launch in a loop of the host gets the values that the loop gives its
// variables, and no others: each kernel races for one value.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s -fplugin-arg-racemap-level=possible \
// RUN:   --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdlib>

#define KERNEL(NAME, TYPE, VALUE)                                              \
  __global__ void NAME(int *p, TYPE s) {                                       \
    if (s == VALUE)                                                            \
      p[threadIdx.x / 2] = threadIdx.x;                                        \
  }

KERNEL(halved, int, 4) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(notHalved, int, 3)
void halve(int *p) {
  int s = 256;
  while (s >= 1) {
    halved<<<1, 256>>>(p, s);
    notHalved<<<1, 256>>>(p, s);
    s >>= 1;
  }
}

KERNEL(doubled, int, 128) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(notDoubled, int, 2)
void doubleFirst(int *p) {
  for (int s = 2; s < 100;) {
    s *= 2;
    doubled<<<1, 256>>>(p, s);
    notDoubled<<<1, 256>>>(p, s);
  }
}

KERNEL(once, int, 1) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(behind, int, 8)
void atEnd(int *p) {
  int s = 1;
  do {
    once<<<1, 256>>>(p, s);
    behind<<<1, 256>>>(p, s);
    s <<= 1;
  } while (s < 8);
}

KERNEL(counted, int, 3) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(negative, int, -1)
void count(int *p, int n) {
  for (int s = 0; s < n; s++) {
    counted<<<1, 256>>>(p, s);
    negative<<<1, 256>>>(p, s);
  }
}

KERNEL(down, int, 0) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(above, int, 65)
void countDown(int *p) {
  for (int s = 64; s >= 0; s -= 8) {
    down<<<1, 256>>>(p, s);
    above<<<1, 256>>>(p, s);
  }
}

KERNEL(fourth, unsigned, 8) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(between, unsigned, 6)
void everyFourth(int *p, unsigned n) {
  for (unsigned s = 0; s < n; s += 4) {
    fourth<<<1, 256>>>(p, s);
    between<<<1, 256>>>(p, s);
  }
}

// Never below the start, as long as the limit is not next to the end.
KERNEL(odd, unsigned, 3)   // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
KERNEL(before, unsigned, 3)
void everySecond(int *p, unsigned n) {
  for (unsigned s = 5; s < 0xffffffffu; s += 2)
    odd<<<1, 256>>>(p, s);
  for (unsigned s = 5; s < 100; s += 2)
    before<<<1, 256>>>(p, s);
}

// The loop is not run at all; it is run until the number goes round.
KERNEL(never, int, 7) // expected-remark {{contradictory}}
KERNEL(round, int, -2147483647 - 1) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
KERNEL(movedLimit, unsigned, 0xffffffffu) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
void ends(int *p) {
  for (int s = 0; s > 3; s++)
    never<<<1, 256>>>(p, s);
  for (int s = 2147483647; s != -2147483640; s += 1u)
    round<<<1, 256>>>(p, s);
  unsigned low = 0;
  for (unsigned s = 3; s >= low; s--) {
    if (low > 5)
      movedLimit<<<1, 256>>>(p, s);
    if (s == 0)
      low = 0xfffffff0u;
  }
}

// Variables that follow from themselves and from each other.
KERNEL(itself, int, 3) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
KERNEL(mutual, int, 3) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
void itselves(int *p, int t, int u) {
  while (t > 1) {
    itself<<<1, 256>>>(p, t);
    t = 7 - t;
  }
  while (u > 1) {
    mutual<<<1, 256>>>(p, u);
    t = u + 1;
    u = t - 1;
  }
}

// What is computed where it is passed, and elements of a table in sight.
KERNEL(stepped, int, 9)  // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
KERNEL(element, int, 9)
KERNEL(second, int, 2) // expected-warning {{(provable)}} expected-note 1+{{}}
void computes(int *p, int i) {
  for (int s = 10; s > 3; --s)
    stepped<<<1, 256>>>(p, s--);
  int table[2] = {1, 2};
  element<<<1, 256>>>(p, table[i]);
  second<<<1, 256>>>(p, table[i]);
}

// The unsigned step of 3 goes round the end for the largest limits only.
KERNEL(third, unsigned, 7)
KERNEL(allThirds, unsigned, 9) // expected-warning {{(provable)}} expected-note 1+{{}}
void everyThird(int *p) {
  for (unsigned s = 0; s < 1000; s += 3) {
    third<<<1, 256>>>(p, s);
    allThirds<<<1, 256>>>(p, s);
  }
}

// Limits of a type with more bits.
KERNEL(widened, unsigned, 12) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(notWidened, unsigned, 13)
KERNEL(widenedTwice, int, 7) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(aroundZero, int, 7) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
void widen(int *p, long long n, int from) {
  for (unsigned s = 0; s < sizeof(int) * 8; s += 4) {
    widened<<<1, 256>>>(p, s);
    notWidened<<<1, 256>>>(p, s);
  }
  for (int s = from; s < n; s++)
    widenedTwice<<<1, 256>>>(p, s);
  for (int s = from; s < (unsigned long long)n; s++)
    aroundZero<<<1, 256>>>(p, s);
}

// A start that is not known: 3 comes out of 6, but nobody follows that.
KERNEL(half, int, 3) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
KERNEL(notHalf, int, 0)
void halveAny(int *p, int n) {
  for (int s = n / 2; s > 0; s /= 2) {
    half<<<1, 256>>>(p, s);
    notHalf<<<1, 256>>>(p, s);
  }
}

// The loop can be over before.
KERNEL(early, int, 3) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
void leave(int *p, int n, int *stop) {
  for (int s = 0; s < n; s++) {
    if (stop[s])
      break;
    early<<<1, 256>>>(p, s);
  }
}

KERNEL(limitMoves, int, 3) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
void moveLimit(int *p, int n) {
  int limit = 0;
  for (int s = 0; s < limit; s++) {
    limitMoves<<<1, 256>>>(p, s);
    limit = n;
  }
}

KERNEL(skipped, int, 1) // expected-warning {{(possible)}} expected-note 1+{{}} expected-remark {{undecided}}
void skip(int *p, int n, int *odd) {
  for (int s = 0; s < n;) {
    skipped<<<1, 256>>>(p, s);
    if (odd[s])
      continue;
    s++;
  }
}

KERNEL(chosen, int, 7)
KERNEL(taken, int, 2)  // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(given, int, 7)  // expected-warning {{(provable)}} expected-note 1+{{}}
void choose(int *p, int n, char **arguments) {
  int s = 1, t = 1;
  if (n > 4) {
    s = 2;
    t = atoi(arguments[1]);
  }
  chosen<<<1, 256>>>(p, s);
  taken<<<1, 256>>>(p, s);
  given<<<1, 256>>>(p, t);
}

// What depends on no computed value is as certain as ever.
__global__ void beside(int *p, int s) {
  p[threadIdx.x / 2] = threadIdx.x; // expected-warning {{(provable)}} expected-note 1+{{}}
  if (s == 5)
    p[256 + threadIdx.x] = s;
}
void launchBeside(int *p, int n) {
  int s = n;
  if (n > 4)
    s = 2;
  beside<<<1, 256>>>(p, s);
}

// The number of blocks is computed: whether there are two is not known.
__global__ void blocks(int *p) { // expected-remark {{undecided}}
  p[threadIdx.x] = blockIdx.x; // expected-warning {{(possible)}} expected-note 1+{{}}
}
void launchBlocks(int *p, int n) {
  int g = 1;
  for (; n > 100; --n)
    g = n * 0;
  blocks<<<g, 256>>>(p);
}

// A loop in a loop begins with one of the other's values: it comes to all that
// are not above it, or, from 5, 9, 17, to some of them.
KERNEL(inner, unsigned, 8) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(notInner, unsigned, 12)
KERNEL(aboveInner, unsigned, 1024)
KERNEL(someInner, unsigned, 4) // expected-warning {{(possible)}} expected-remark {{undecided}} expected-note 1+{{}}
__global__ void bothInner(int *p, unsigned size, unsigned s) {
  if (s >= size)
    p[threadIdx.x / 2] = threadIdx.x;
}
void nestOthers(int *p, unsigned n) {
  for (unsigned size = 4; size <= 1024 && size <= n; size *= 2)
    for (unsigned s = size + 1; s > 0; s /= 2)
      someInner<<<1, 256>>>(p, s);
}
void nest(int *p, unsigned n) {
  for (unsigned size = 4; size <= 1024 && size <= n; size *= 2)
    for (unsigned s = size / 2; s > 0; s /= 2) {
      inner<<<1, 256>>>(p, s);
      notInner<<<1, 256>>>(p, s);
      aboveInner<<<1, 256>>>(p, s);
      bothInner<<<1, 256>>>(p, size, s);
    }
}

// It begins with a power of two; one of two steps in a list.
KERNEL(power, int, 8) // expected-warning {{(provable)}} expected-note 1+{{}}
KERNEL(noPower, int, 12)
KERNEL(numbered, int, 3) // expected-warning {{(provable)}} expected-note 1+{{}}
void powers(int *p, int k) {
  for (int s = 1 << k, t = 0; s > 0; s /= 2, ++t) {
    power<<<1, 256>>>(p, s);
    noPower<<<1, 256>>>(p, s);
  }
  int t = 0;
  for (int s = 0; t < 9; s += t, ++t)
    numbered<<<1, 256>>>(p, t);
}

// The second step of a list reads what the first one has left.
KERNEL(listed, int, 5) // expected-warning {{(possible)}} expected-remark {{undecided}} expected-note 1+{{}}
void lists(int *p, int n) {
  int s = 0, t = 0;
  for (; t < n; t += 2, s = t)
    listed<<<1, 256>>>(p, s);
}
