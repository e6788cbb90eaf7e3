// Where control leaves the way to a launch, and what of that is not followed.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y * blockDim.y;    \
  }

int limitOf(int n);
bool suits(const char *name, int n);
void copyFlags(int *to);
int rounds(int n) {
  int all = 0;
  for (; n > 1; n -= 2)
    ++all;
  return all;
}
void usage() {
  std::printf("too small\n");
  std::exit(2);
}
void fail() {
  if (std::getenv("VERBOSE"))
    std::printf("failed\n");
  usage();
}
void mayFail() {
  if (std::getenv("GO_ON"))
    return;
  std::exit(2);
}
bool half(int &n, int least) {
  n /= 2;
  return n >= least;
}

// Functions that never return, without saying so.
// CHECK-LABEL: kernel "helped(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n <= 512;
// CHECK-NEXT: assume n >= 64;
// CHECK-NEXT: }
KERNEL(helped)
void helps(unsigned *p, int size) {
  if (size < 64)
    usage();
  size > 512 ? fail() : void();
  helped<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "perhaps(
// CHECK: launch "launch {{.*}}" block 32 grid 1;
KERNEL(perhaps)
void tries(unsigned *p, int size) {
  if (size < 64)
    mayFail();
  perhaps<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "once(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n < 8;
// CHECK-NEXT: assume n >= 4;
// CHECK-NEXT: }
KERNEL(once)
void onces(unsigned *p, int size) {
  do {
    if (size < 4)
      return;
  } while (0);
  do {
    if (size == 6)
      break;
  } while (0);
  do {
    if (size >= 8)
      break;
    once<<<1, 32>>>(p, size);
  } while (false);
}

// CHECK-LABEL: kernel "chosen(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n == 32 || n == 64 || n == 128;
// CHECK-NEXT: }
KERNEL(chosen)
void chooses(unsigned *p, int size) {
  switch (size) {
  case 32:
  case 64:
  case 128:
    break;
  default:
    std::printf("not supported\n");
    return;
  }
  chosen<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "ranges(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n - -3 >u 10;
// CHECK-NEXT: }
KERNEL(ranges)
void inRanges(unsigned *p, int size) {
  switch (size) {
  case -3 ... 7:
    return;
  case 5 ... 4:
    return;
  }
  ranges<<<1, 32>>>(p, size);
}

// A launch in a case that the one before falls into.
// CHECK-LABEL: kernel "fallen(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n == 1 || n == 2;
// CHECK-NEXT: }
KERNEL(fallen)
void falls(unsigned *p, int size) {
  switch (size) {
  case 0:
    break;
  case 1:
    std::printf("one\n");
  case 2:
    fallen<<<1, 32>>>(p, size);
    break;
  case 3:
    usage();
  }
}

// What breaks off in a try goes on behind the switch.
// CHECK-LABEL: kernel "broken(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n != 5 && n < 7 || n == 5 && n < 9;
// CHECK-NEXT: }
KERNEL(broken)
void breaks(unsigned *p, int size) {
  switch (size) {
  case 5:
    try {
      if (size < 9)
        break;
    } catch (int) {
      throw;
    }
    return;
  default:
    if (size >= 7)
      return;
  }
  broken<<<1, 32>>>(p, size);
}

// Of what does not come back out of a handler, something may.
// CHECK-LABEL: kernel "caught(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(caught)
void catches(unsigned *p, int size) {
  try {
    if (size < 3)
      return;
    limitOf(size);
  } catch (int) {
  }
  caught<<<1, 32>>>(p, size);
}

// Not all sizes come, and which do is not known.
// CHECK-LABEL: kernel "asked(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(asked)
void asks(unsigned *p, int size) {
  if (limitOf(size))
    asked<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "counted(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(counted)
void counts(unsigned *p, int size) {
  int steps = rounds(size);
  int twice = steps * 2;
  if (twice > 9)
    return;
  counted<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "halved(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(halved)
void halves(unsigned *p, int size) {
  int rest = size;
  if (!half(rest, 4))
    return;
  halved<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "looped(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(looped)
void loops(unsigned *p, int size) {
  for (int i = 0; i < 3; ++i)
    if (size == i)
      return;
  looped<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "left(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(left)
void leaves(unsigned *p, int size) {
  if (size < 8)
    goto out;
  left<<<1, 32>>>(p, size);
out:;
}

// Who may have left for the end of a statement need not have passed what is
// before it.
// CHECK-LABEL: kernel "asideInTry(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
// CHECK-LABEL: kernel "asideInHandler(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
// CHECK-LABEL: kernel "asideInSwitch(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
// CHECK-LABEL: kernel "asideInExpression(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
void need(bool holds) {
  if (!holds)
    usage();
}
KERNEL(asideInTry)
void inTry(unsigned *p, int size) {
  do {
    try {
      if (size < 3)
        break;
    } catch (...) {
    }
    need(size >= 3);
  } while (0);
  asideInTry<<<1, 32>>>(p, size);
}
KERNEL(asideInHandler)
void inHandler(unsigned *p, int size) {
  do {
    try {
      limitOf(size);
    } catch (...) {
      break;
    }
    need(size >= 3);
  } while (0);
  asideInHandler<<<1, 32>>>(p, size);
}
KERNEL(asideInSwitch)
void inSwitch(unsigned *p, int size) {
  do {
    switch (size)
    case 1:
      continue;
    need(size >= 3);
  } while (0);
  asideInSwitch<<<1, 32>>>(p, size);
}
KERNEL(asideInExpression)
void inExpression(unsigned *p, int size) {
  do {
    if (({
          if (size == 3)
            break;
          size > 5;
        }))
      std::printf("large\n");
    if (size == 3)
      return;
    need(size != 4);
  } while (0);
  asideInExpression<<<1, 32>>>(p, size);
}

// CHECK-LABEL: kernel "likely(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: assume n != 3;
// CHECK-NEXT: }
KERNEL(likely)
void attributes(unsigned *p, int size) {
  if (size == 3)
    [[unlikely]] return;
  likely<<<1, 32>>>(p, size);
}

// Not the host's code is in sight, or another one is linked.
// CHECK-LABEL: kernel "others(
// CHECK: launch "launch {{.*}}" block 32 grid 1;
__host__ __device__ void report() {
#ifdef __CUDA_ARCH__
  __builtin_trap();
#else
  std::printf("small\n");
#endif
}
extern inline __attribute__((gnu_inline)) void replaced() { std::exit(2); }
KERNEL(others)
void calls(unsigned *p, int size) {
  if (size == 3)
    report();
  if (size == 4)
    replaced();
  others<<<1, 32>>>(p, size);
}

// Whoever catches it.
// CHECK-LABEL: kernel "handled(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(handled)
void handles(unsigned *p, int size) {
  try {
    if (size == 3)
      throw 1;
  } catch (int) {
    handled<<<1, 32>>>(p, size);
  }
}

// What a helper was given was not followed.
// CHECK-LABEL: kernel "needed(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(needed)
void needs(unsigned *p, int size) {
  need(rounds(size) != 2);
  needed<<<1, 32>>>(p, size);
}

// A body that is one statement.
// CHECK-LABEL: kernel "bare(
KERNEL(bare)
void bodies(unsigned *p, int size) {
  switch (size)
  default:
    return;
  bare<<<1, 32>>>(p, size);
}

// A variable that changes in two ways, one of them in a branch.
// CHECK-LABEL: kernel "twoChanges(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: assume n > 0;
// CHECK-NEXT: }
KERNEL(twoChanges)
void changesTwice(unsigned *p, int size) {
  int m = 8;
  while (m > 0) {
    twoChanges<<<1, 32>>>(p, m);
    if (size == 4)
      m = 3;
    else
      m = 4;
    if (m == 3) {
      m = 5;
      return;
    }
  }
}

// What is read of the machine or of data is no matter of the size: any may come.
// CHECK-LABEL: kernel "outside(
// CHECK: launch "launch {{.*}}" block 32 grid 1;
KERNEL(outside)
void looksOutside(unsigned *p, const int *data, int size, const char *name) {
  void *more;
  if (cudaMalloc(&more, size) != cudaSuccess)
    return;
  if (!suits(name, size))
    return;
  for (int i = 0; i < size; ++i)
    if (data[i] < 0)
      usage();
  if (data[size] > 3)
    std::exit(1);
  int flags[64];
  copyFlags(flags);
  if (flags[size] > 3)
    return;
  outside<<<1, 32>>>(p, size);
}
