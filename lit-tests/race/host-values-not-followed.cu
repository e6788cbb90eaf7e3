// Two blocks write one element if a block has other than 32 threads. That is
// certain only where the host can be made to launch them: a value that is not
// followed is some value, while what is given from outside is any.
//
// RUN: %runtime
// RUN: not %racemap check %s --kernel=Any 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %racemap check %s --kernel=Some 2>&1 | FileCheck %s --check-prefix=SOME
// RUN: %racemap check %s --kernel=Free 2>&1 | FileCheck %s --check-prefix=FREE
//
// ANY: {{^}}[[N:[0-9]+]] kernels: 0 race-free, [[N]] racy, 0 unknown
// SOME: {{^}}[[N:[0-9]+]] kernels: 0 race-free, 0 racy, [[N]] unknown
// FREE: {{^}}[[N:[0-9]+]] kernels: [[N]] race-free, 0 racy, 0 unknown
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(int *out) {                                             \
    out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x;                           \
  }

int *memory();

// From outside: parameters, what is behind them, and numbers that are read.
KERNEL(parameterAny)
void parameter(int threads) { parameterAny<<<4, threads>>>(memory()); }

struct Options {
  int threads;
};
KERNEL(behindAny)
void behind(const Options *o) { behindAny<<<4, o->threads>>>(memory()); }

KERNEL(sizeAny)
void size(const std::vector<int> &v) { sizeAny<<<4, v.size()>>>(memory()); }

KERNEL(argumentAny)
KERNEL(defaultAny)
void arguments(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 32;
  argumentAny<<<4, threads>>>(memory());
  int others = 32;
  if (argc > 1)
    others = std::strtol(argv[1], nullptr, 10);
  defaultAny<<<4, others>>>(memory());
}

KERNEL(readAny)
void read(FILE *f) {
  int threads;
  if (fscanf(f, "%d", &threads) == 1)
    readAny<<<4, threads>>>(memory());
}

// Words of the command line and of the environment.
extern char *optarg;
KERNEL(wordAny)
KERNEL(optionAny)
KERNEL(environmentAny)
KERNEL(stringAny)
void words(char **words) {
  wordAny<<<4, atoi(*words + 1)>>>(memory());
  optionAny<<<4, atoi(optarg)>>>(memory());
  environmentAny<<<4, atoi(getenv("THREADS"))>>>(memory());
  stringAny<<<4, std::stoi(words[2])>>>(memory());
}

// A dimension that the kernel does not read.
#define ROWS(NAME)                                                             \
  __global__ void NAME(int *out) { out[threadIdx.x] = (int)clock(); }
ROWS(unreadAny)
void unread(int rows) { unreadAny<<<1, dim3(32, rows)>>>(memory()); }

// Some values that are not known.
int elsewhere();
ROWS(unreadSome)
void unreadElsewhere() {
  unreadSome<<<1, dim3(32, elsewhere())>>>(memory());
}

KERNEL(returnedSome)
void returned() { returnedSome<<<4, elsewhere()>>>(memory()); }

KERNEL(globalSome)
int inAll = 32;
void global() { globalSome<<<4, inAll>>>(memory()); }

KERNEL(staticSome)
static int inFile = 32;
void set() { inFile = elsewhere(); }
void inStatic() { staticSome<<<4, inFile>>>(memory()); }

// A text that nobody gives.
KERNEL(textSome)
KERNEL(namedTextSome)
static const char *const text = "32";
void texts() {
  textSome<<<4, atoi("32")>>>(memory());
  namedTextSome<<<4, atoi(text)>>>(memory());
}

// What is read twice is one value, perhaps.
KERNEL(twiceSome)
void twice(char **words) {
  if (atoi(words[1]) == 32)
    twiceSome<<<4, atoi(words[1])>>>(memory());
}

// A variable of this file that is only given constants.
KERNEL(constantFree)
KERNEL(constantsSome)
KERNEL(startSome)
KERNEL(aliasedSome)
static int constant, constants = 32, start = 64, aliased = 32;
void setConstants() {
  constant = 32;
  constants = 32;
  constants = elsewhere();
  start = 32;
  int &other = aliased;
  other = elsewhere();
}
void useConstants() {
  constantFree<<<4, constant>>>(memory());
  constantsSome<<<4, constants>>>(memory());
  startSome<<<4, start>>>(memory());
  aliasedSome<<<4, aliased>>>(memory());
}

// Calls of operators and constructors are not looked for.
KERNEL(operatorSome)
KERNEL(constructorSome)
struct Starter {
  explicit Starter(int threads) { constructorSome<<<4, threads>>>(memory()); }
  void operator()(int threads) { operatorSome<<<4, threads>>>(memory()); }
};
void construct() {
  Starter s(32);
  s(32);
}

KERNEL(memberSome)
struct Member {
  Member();
  void run() { memberSome<<<4, threads>>>(memory()); }
  int threads;
};

KERNEL(privateSome)
class Private {
  int its;

public:
  Private();
  int threads() const { return its; }
};
void inPrivate(const Private &p) { privateSome<<<4, p.threads()>>>(memory()); }

// Integers that are rounded in floating point.
KERNEL(roundedAny)
KERNEL(roundedSome)
KERNEL(squaredSome)
KERNEL(roundedFree)
void rounded(int n, float x) {
  roundedAny<<<4, (int)ceil(n / 2.0)>>>(memory());
  roundedSome<<<4, (int)ceil(x / 2)>>>(memory());
  squaredSome<<<4, (int)sqrt((double)n)>>>(memory());
  const int all = 1000;
  roundedFree<<<4, (int)ceil((float)all / 32)>>>(memory());
}

// A loop over numbers: it comes to each of them, unless it ends before.
KERNEL(rangeAny)
KERNEL(rangeFree)
KERNEL(brokenSome)
KERNEL(filledRangeSome)
void ranges() {
  int few[] = {8, 16, 32}, many[] = {32, 64}, others[] = {8, 16};
  for (int threads : many)
    rangeAny<<<4, threads>>>(memory());
  for (const auto &threads : few)
    rangeFree<<<4, threads>>>(memory());
  for (int threads : {32, 64}) {
    brokenSome<<<4, threads>>>(memory());
    if (elsewhere())
      break;
  }
  for (int &threads : others)
    threads = elsewhere();
  for (int threads : others)
    filledRangeSome<<<4, threads>>>(memory());
}

// Elements of an array.
KERNEL(elementFree)
KERNEL(elementSome)
KERNEL(textFree)
KERNEL(otherTextSome)
void elements(int i) {
  size_t sizes[2], changed[2];
  sizes[0] = 32;
  sizes[1] = changed[1] = 64;
  changed[0] = sizes[0];
  changed[i] = elsewhere();
  elementFree<<<4, sizes[0]>>>(memory());
  elementSome<<<4, changed[0]>>>(memory());
  const char *words = "thirty-two letters, in this line", *other = "short";
  other = getenv("TEXT");
  textFree<<<4, strlen(words)>>>(memory());
  otherTextSome<<<4, strlen(other)>>>(memory());
}

KERNEL(filledSome)
void fill(Options *);
void filled(Options *o) {
  fill(o);
  filledSome<<<4, o->threads>>>(memory());
}

KERNEL(writtenSome)
void written(Options *o) {
  o->threads = 32;
  writtenSome<<<4, o->threads>>>(memory());
}

KERNEL(changedSome)
void enlarge(int &threads);
void changed(int threads) {
  enlarge(threads);
  changedSome<<<4, threads>>>(memory());
}

KERNEL(askedSome)
KERNEL(reassignedSome)
KERNEL(warpFree)
void asked() {
  cudaDeviceProp p, other;
  cudaGetDeviceProperties(&p, 0);
  cudaGetDeviceProperties(&other, 0);
  askedSome<<<4, p.multiProcessorCount>>>(memory());
  warpFree<<<4, p.warpSize>>>(memory());
  other.warpSize = elsewhere();
  reassignedSome<<<4, other.warpSize>>>(memory());
}

KERNEL(calledSome)
static void (*launcher)(int);
void call() { launcher(32); }
auto lambda = [](int threads) { calledSome<<<4, threads>>>(memory()); };

// Values that are followed.
KERNEL(helperFree)
static dim3 makeBlock(dim3 all) { return dim3(all.x, 1); }
void helper() { helperFree<<<4, makeBlock(dim3(32, 8))>>>(memory()); }

KERNEL(calleeFree)
static void callee(int threads) { calleeFree<<<4, threads>>>(memory()); }
void caller() { callee(32); }

KERNEL(staticFree)
static int unchanged = 32;
void inUnchanged() { staticFree<<<4, unchanged>>>(memory()); }
