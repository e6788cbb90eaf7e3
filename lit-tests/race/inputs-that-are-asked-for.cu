// What is read can be any value, if the program does not look at it before it
// is done with it: what it looks at it may send away, or make another of. As in
// host-values-not-followed.cu, two blocks write one element if a block has
// other than 32 threads.
//
// RUN: %runtime
// RUN: not %racemap check %s --kernel=Any 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %racemap check %s --kernel=Some 2>&1 | FileCheck %s --check-prefix=SOME
//
// ANY: {{^}}[[N:[0-9]+]] kernels: 0 race-free, [[N]] racy, 0 unknown
// SOME: {{^}}[[N:[0-9]+]] kernels: 0 race-free, 0 racy, [[N]] unknown
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(int *out) {                                             \
    out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x;                           \
  }

int *memory();

// Asked for where it is read.
KERNEL(conditionSome)
KERNEL(statusAny)
void readIn(FILE *f) {
  int threads = 32, others = 32;
  if (fscanf(f, "%d", &threads) < 1 || threads < 1 || threads > 32)
    threads = 32;
  conditionSome<<<4, threads>>>(memory());
  if (fscanf(f, "%d", &others) < 1)
    puts("there are none");
  statusAny<<<4, others>>>(memory());
}

KERNEL(exitSome)
void readOrLeave(FILE *f) {
  int threads = 32;
  if (fscanf(f, "%d", &threads) == 1 && threads > 32)
    return;
  exitSome<<<4, threads>>>(memory());
}

KERNEL(againSome)
KERNEL(onceMoreAny)
KERNEL(derivedSome)
void readAgain(FILE *f) {
  int threads, others, half, tries = 0;
  do
    fscanf(f, "%d", &threads);
  while (threads > 32);
  againSome<<<4, threads>>>(memory());
  do {
    fscanf(f, "%d", &others);
    ++tries;
  } while (tries < 2);
  onceMoreAny<<<4, others>>>(memory());
  do {
    fscanf(f, "%d", &others);
    half = others / 2;
  } while (half > 16);
  derivedSome<<<4, others>>>(memory());
}

KERNEL(assignedSome)
void assigned(int argc, char **argv) {
  int threads = 32;
  if (argc > 1 && (threads = atoi(argv[1])) > 32)
    threads = 32;
  assignedSome<<<4, threads>>>(memory());
}

struct Sizes {
  int threads, blocks;
};
KERNEL(memberSome)
KERNEL(otherMemberAny)
void members(FILE *f) {
  Sizes s, t;
  do
    fscanf(f, "%d", &s.threads);
  while (s.threads > 32);
  memberSome<<<4, s.threads>>>(memory());
  do {
    fscanf(f, "%d", &t.threads);
    t.blocks = 4;
  } while (t.blocks > 32);
  otherMemberAny<<<4, t.threads>>>(memory());
}

// One word of the command line, read twice.
KERNEL(checkedSome)
void checked(int argc, char **argv) {
  if (argc < 2 || atoi(argv[1]) > 32)
    return;
  int threads = atoi(argv[1]);
  checkedSome<<<4, threads>>>(memory());
}

KERNEL(sameSome)
KERNEL(sameAny)
KERNEL(comparedAny)
void same(int argc, char **argv) {
  int n = atoi(argv[1]), m = atoi(argv[1]), k = atoi(argv[2]);
  printf("%s %d\n", argv[2], atoi(argv[2]));
  if (!strcmp(argv[3], "--help") || std::string(argv[3]) == "-h")
    return;
  comparedAny<<<4, atoi(argv[3])>>>(memory());
  sameAny<<<4, k>>>(memory());
  if (n > 32)
    return;
  sameSome<<<4, m>>>(memory());
}

KERNEL(replacedSome)
void replaced(int argc, char **argv) {
  static char text[] = "32";
  argv[1] = text;
  replacedSome<<<4, atoi(argv[1])>>>(memory());
}

KERNEL(environmentSome)
void environment() {
  setenv("THREADS", "32", 1);
  environmentSome<<<4, atoi(getenv("THREADS"))>>>(memory());
}

// Texts of the program.
KERNEL(textSome)
KERNEL(wordAny)
KERNEL(streamSome)
void texts(char **argv) {
  int a, b, c, d;
  sscanf("32", "%d", &a);
  textSome<<<4, a>>>(memory());
  sscanf(argv[1], "%d", &b);
  wordAny<<<4, b>>>(memory());
  std::istringstream("16 32") >> d >> c;
  streamSome<<<4, c>>>(memory());
}

// Types that hold less.
struct Packed {
  unsigned threads : 5;
};
enum Size { Small = 8, Large = 32 };
KERNEL(packedSome)
KERNEL(keptSome)
KERNEL(listedSome)
void types(const Packed &p, Size s) {
  packedSome<<<4, p.threads>>>(memory());
  Packed own;
  own.threads = 64; // 0
  keptSome<<<4, own.threads + 1>>>(memory());
  listedSome<<<4, s>>>(memory());
}

// Asked for as a whole, and among others.
struct Checked {
  int threads;
  bool isOk() const;
};
KERNEL(objectSome)
KERNEL(plainAny)
void objects(const Checked &c, const Checked &d) {
  plainAny<<<4, d.threads>>>(memory());
  if (!c.isOk())
    return;
  objectSome<<<4, c.threads>>>(memory());
}

struct Plan {
  Checked in, out;
};
bool suits(Checked c);
KERNEL(partSome)
KERNEL(methodOfPartSome)
KERNEL(otherPartAny)
void parts(const Plan &p, const Plan &q, const Plan &r) {
  otherPartAny<<<4, r.in.threads>>>(memory());
  if (!suits(p.in) || !q.in.isOk() || !suits(r.out))
    return;
  partSome<<<4, p.in.threads>>>(memory());
  methodOfPartSome<<<4, q.in.threads>>>(memory());
}

KERNEL(elementSome)
KERNEL(firstAny)
void elements(const Sizes *s, const Sizes *t, int n) {
  for (int i = 0; i < n; ++i)
    if (s[i].threads > 32)
      return;
  elementSome<<<4, s[0].threads>>>(memory());
  if (t[0].blocks < 1)
    return;
  firstAny<<<4, t[0].threads>>>(memory());
}

// It says that it does not change its argument, and does.
static void change(const int &n) { const_cast<int &>(n) = 64; }
static void changeBehind(const int *n) { change(*n); }
static void show(const int &n) { printf("%d\n", n); }
struct Growing {
  int threads = 32;
  void grow() const { const_cast<Growing *>(this)->threads = 64; }
};
static void changeByAlias(const int &n) {
  const int *to = &n;
  *const_cast<int *>(to) = 64;
}
struct Taken {
  int n;
  explicit Taken(const int &from) : n(const_cast<int &>(from) = 64) {}
};
static void take(const int &n) { Taken taken(n); }
KERNEL(castAliasSome)
KERNEL(castMemberSome)
KERNEL(castSome)
KERNEL(castBehindSome)
KERNEL(castObjectSome)
void casts() {
  int a = 32, b = 32;
  change(a);
  castSome<<<4, a>>>(memory());
  changeBehind(&b);
  castBehindSome<<<4, b>>>(memory());
  int c = 32, d = 32;
  changeByAlias(c);
  castAliasSome<<<4, c>>>(memory());
  take(d);
  castMemberSome<<<4, d>>>(memory());
  Growing g;
  g.grow();
  castObjectSome<<<4, g.threads>>>(memory());
}
