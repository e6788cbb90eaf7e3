// What functions of the host leave in variables that they are given by a
// reference or a pointer. launch-filled-random.test compares with what they do
// leave there.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
// RUN: %racemap check --kernel=rows %s 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: %racemap check --kernel=differ %s 2>&1 | FileCheck %s --check-prefix=DIFFER
// RUN: %racemap check --kernel=checked %s 2>&1 | FileCheck %s --check-prefix=CHECKED
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// CHECK-LABEL: kernel "sizes(
// CHECK: assume gridDim.x == (n +s 127) / 128;
KERNEL(sizes)
void sizesOf(int n, int &blocks, int *threads) {
  *threads = 128;
  blocks = (n + *threads - 1) / *threads;
}
void sized(unsigned *p, int n) {
  int blocks, threads;
  sizesOf(n, blocks, &threads);
  sizes<<<blocks, threads>>>(p, n);
}

// Numbers that the kernel does not see are beside the others.
// ROWS: 1 kernel: 1 race-free, 0 racy, 0 unknown
struct Shape {
  float scale;
  int dim, log;
  long long pitch;
  float *in, *out;
};
__global__ void rows(Shape s) {
  for (int i = threadIdx.x; i < s.dim; i += blockDim.x)
    s.out[blockIdx.x * s.pitch + i] = s.scale * blockIdx.x;
}
static void setRows(Shape &s, int dim) {
  s.pitch = dim;
  s.dim = dim;
}
static void set(Shape *s, int dim, float *in, float *out) {
  memset(s, 0, sizeof(*s));
  s->scale = 2;
  setRows(*s, dim);
  s->in = in;
  s->out = out;
  s->log = int(ceil(std::log2(dim)));
}
template <int Threads> static void launchRows(Shape &s, int blocks) {
  rows<<<blocks, Threads>>>(s);
}
void run(int blocks, int dim) {
  float *in, *out;
  cudaMalloc(&in, sizeof(float) * blocks * dim);
  cudaMalloc(&out, sizeof(float) * blocks * dim);
  Shape s;
  set(&s, dim, in, out);
  for (int i = 0; i < 30; ++i)
    launchRows<128>(s, blocks);
}

// Whatever the way through it, if nobody looks at the result.
// CHECK-LABEL: kernel "ways(
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK: assume gridDim.x == (n < 10 ? 10 : n >= 10 && n == 77 ? n : n +s 1);
// CHECK: launch "launch {{.*}}" block 32 grid 8 {
// CHECK: launch "launch {{.*}}" block 32 grid 5 {
// CHECK: launch "launch {{.*}}" block 32 grid 9;
// CHECK: launch "launch {{.*}}" block 32 grid _ {
// CHECK: assume gridDim.x == (n == 5 ? n : 5);
// CHECK-NOT: assume false
// CHECK: relevant
KERNEL(ways)
struct Sizes {
  int blocks, threads;
};
int atLeast(int &n) {
  if (n < 10) {
    n = 10;
    return 1;
  }
  if (n == 77)
    return 2;
  ++n;
  return 0;
}
void doubled(int *n) {
  for (int i = 0; i < 3; ++i)
    *n *= 2;
}
void untilFive(int &n) {
  for (;;) {
    if (n == 5)
      return;
    n = 5;
  }
  abort();
}
void byWays(unsigned *p, int n) {
  int blocks = n;
  atLeast(blocks);
  ways<<<blocks, 32>>>(p, n);
  blocks = 1;
  doubled(&blocks);
  ways<<<blocks, 32>>>(p, n);
  // A member stays as it is where another one is lent.
  Sizes other = {1, 5};
  atLeast(other.blocks);
  ways<<<other.threads, 32>>>(p, n);
  Sizes cleared;
  memset(&cleared, 0, sizeof(cleared));
  ways<<<cleared.blocks + 9, 32>>>(p, n);
  blocks = n;
  untilFive(blocks);
  ways<<<blocks, 32>>>(p, n);
}

// Who comes to the launch has got past what would have ended the program.
// CHECKED: 1 kernel: 1 race-free, 0 racy, 0 unknown
__global__ void checked(unsigned *out, int n) {
  if (n % 32)
    *out = threadIdx.x;
}
static void require(int n) {
  if (n % 32 != 0) {
    fprintf(stderr, "%d\n", n);
    exit(1);
  }
}
void checks(unsigned *p, int n) {
  require(n);
  checked<<<1, 32>>>(p, n);
}

// Not if it need not be called.
// CHECK-LABEL: kernel "perhaps(
// CHECK-NOT: n >= 5
// CHECK: relevant
KERNEL(perhaps)
int atLeastFive(int n) {
  if (n < 5)
    exit(1);
  return n;
}
void checksPerhaps(unsigned *p, int n) {
  int blocks = 1, rounds = 0;
  while (rounds-- > 0)
    blocks = atLeastFive(n);
  perhaps<<<blocks, 32>>>(p, n);
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
int *kept;
int others = 3;
void keep(int &n);
void keepBehind(int *n);
void keepLater(int &n);
void keepLaterBehind(int *n) {
  keepBehind(n);
  *n = 4;
}
void change() { ++*kept; }
void both(int &a, int &b) {
  a = 4;
  b = 5;
}
void readsBoth(int &a, const int &b) {
  a = 4;
  a = b + 1;
}
void elsewhere(int *n) {
  n = &others;
  *n = 4;
}
void byName(int &n) {
  int &m = n;
  n = 4;
  m = 5;
}
void byAddress(int &n) {
  int *m = &n;
  n = 4;
  *m = 5;
}
void byLambda(int &n) {
  auto set = [&] { n = 5; };
  n = 4;
  set();
}
void bySwitch(int &n) {
  switch (n) {
  case 1:
    n = 5;
  }
}
void behindName(int *n) {
  int &m = *n;
  *n = 4;
  m = 5;
}
void behindAddress(Sizes *s) {
  int *m = &s->blocks;
  s->blocks = 4;
  *m = 5;
}
int *blocksOf(Sizes *s) { return &s->blocks; }
void behindResult(Sizes *s) {
  int *m = blocksOf(s);
  s->blocks = 4;
  *m = 5;
}
struct Later {
  int &n;
  ~Later() { n = 5; }
};
void later(int &n) {
  Later set{n};
  n = 4;
}
void next(int *n) {
  n[0] = 4;
  n[1] = 5;
}
void clearsTwo(int *n) { memset(n, 0, 2 * sizeof(int)); }
namespace mine {
void memset(void *n, int, unsigned long) { *(int *)n = 7; }
} // namespace mine
int onlyOnce(int &n) {
  n = 4;
  return 5;
}
void unknown(int &n);
void unknownBehind(int *n);
void notAloneBehind(int *n) {
  *n = 4;
  unknownBehind(n);
}
void notAlone(int &n) {
  n = 4;
  unknown(n);
}
struct Object {
  int n = 1;
  void set() { n = 4; }
  virtual void setVirtually(int &m) { m = 4; }
};
__attribute__((weak)) void weak(int &n) { n = 4; }
void variadic(int &n, ...) { n = 4; }
void changes(unsigned *p, int n, Object &object) {
  int a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1, i = 1, j = 1,
      k = 1, l = 1, m = 1, o = 1, q = 1;
  keepLater(a);
  change();
  changed<<<a, 32>>>(p, n);
  both(b, b);
  changed<<<b, 32>>>(p, n);
  readsBoth(c, c);
  changed<<<c, 32>>>(p, n);
  elsewhere(&d);
  changed<<<d, 32>>>(p, n);
  byName(e);
  changed<<<e, 32>>>(p, n);
  byAddress(f);
  changed<<<f, 32>>>(p, n);
  byLambda(g);
  changed<<<g, 32>>>(p, n);
  bySwitch(h);
  changed<<<h, 32>>>(p, n);
  notAlone(i);
  changed<<<i, 32>>>(p, n);
  object.setVirtually(j);
  changed<<<j, 32>>>(p, n);
  weak(k);
  changed<<<k, 32>>>(p, n);
  variadic(l);
  changed<<<l, 32>>>(p, n);
  keepLaterBehind(&m);
  change();
  changed<<<m, 32>>>(p, n);
  if (atLeast(o) == 1)
    changed<<<o, 32>>>(p, n);
  int result = atLeast(o);
  changed<<<o, 32>>>(p, n);
  int r = 1;
  notAloneBehind(&r);
  changed<<<r, 32>>>(p, n);
  int t = 1, u = 1, v = 1;
  Sizes s1 = {1, 1}, s2 = {1, 1};
  behindName(&t);
  changed<<<t, 32>>>(p, n);
  behindAddress(&s1);
  changed<<<s1.blocks, 32>>>(p, n);
  behindResult(&s2);
  changed<<<s2.blocks, 32>>>(p, n);
  later(u);
  changed<<<u, 32>>>(p, n);
  int two[2] = {1, 2};
  next(&two[0]);
  changed<<<two[1], 32>>>(p, n);
  int cleared[2] = {1, 2};
  clearsTwo(&cleared[0]);
  changed<<<cleared[1], 32>>>(p, n);
  mine::memset(&v, 0, sizeof(v));
  changed<<<v, 32>>>(p, n);
  for (int round = 0; round < 2; ++round) {
    int w = 1;
    static int once = onlyOnce(w);
    if (round == 1)
      changed<<<w, 32>>>(p, n);
  }
  int self = onlyOnce(self);
  changed<<<self, 32>>>(p, n);
  Object own;
  own.set();
  changed<<<own.n, 32>>>(p, n);
}

// What is kept may be changed by others at any time.
// DIFFER: 2 kernels: 0 race-free, 0 racy, 2 unknown
__global__ void differ(unsigned *out, int a, int b) {
  if (a != b)
    *out = threadIdx.x;
}
__global__ void differBehind(unsigned *out, int a, int b) {
  if (a != b)
    *out = threadIdx.x;
}
void differs(unsigned *p) {
  int a = 1;
  keepLater(a);
  int before = a;
  change();
  differ<<<1, 32>>>(p, before, a);
}
void differsBehind(unsigned *p) {
  int a = 1;
  keepLaterBehind(&a);
  int before = a;
  change();
  differBehind<<<1, 32>>>(p, before, a);
}

void keepLater(int &n) {
  keep(n);
  n = 4;
}
void keep(int &n) { kept = &n; }
void keepBehind(int *n) { kept = n; }
