// Two blocks write one element if a block has other than 32 threads. That is
// certain only where the host can be made to launch them: a value that is not
// followed is some value, while what is given from outside is any.
//
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

KERNEL(roundedSome)
void rounded(int n) {
  roundedSome<<<4, (int)ceil(n / 2.0)>>>(memory());
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
