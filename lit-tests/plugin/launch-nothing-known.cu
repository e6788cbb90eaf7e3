// Where nothing may be concluded.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.y * blockDim.y;    \
  }

// The size has changed since.
// CHECK-LABEL: kernel "changed(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: host size : i32;
// CHECK-NEXT: assume n == size *s 2;
// CHECK-NEXT: assume gridDim.x == (size +s 255) / 256;
// CHECK-NEXT: }
KERNEL(changed)
void changes(unsigned *p, int size) {
  int blocks = (size + 255) / 256;
  size *= 2;
  changed<<<blocks, 256>>>(p, size);
}

// CHECK-LABEL: kernel "stale(
// CHECK: launch "launch {{.*}}" block 256 grid 1 {
// CHECK-NEXT: host size : i32;
// CHECK-NEXT: assume n == size +s 1;
// CHECK-NEXT: assume size % 256 == 0;
// CHECK-NEXT: }
KERNEL(stale)
void stales(unsigned *p, int size) {
  if (size % 256 != 0)
    return;
  size++;
  stale<<<1, 256>>>(p, size);
}

// CHECK-LABEL: kernel "inLoop(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: host size : i32;
// CHECK-NEXT: computed size;
// CHECK-NEXT: assume n == size -s 1;
// CHECK-NEXT: assume size > 0;
// CHECK-NEXT: assume gridDim.x < 0 || size <= gridDim.x;
// CHECK-NEXT: assume gridDim.x > 0;
// CHECK-NEXT: }
KERNEL(inLoop)
void inLoops(unsigned *p, int size) {
  int blocks = size;
  while (size > 0) {
    inLoop<<<blocks, 256>>>(p, size - 1);
    size /= 2;
  }
}

// CHECK-LABEL: kernel "inCondition(
// CHECK: launch "launch {{.*}}" block 256 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(inCondition)
void inConditions(unsigned *p, int size) {
  while (size-- > 4)
    inCondition<<<1, 256>>>(p, size);
}

// CHECK-LABEL: kernel "escaped(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(escaped)
void other();
int *Kept;
void keep(int *p) { Kept = p; }
void escapes(unsigned *p, int size) {
  keep(&size);
  int blocks = size;
  other();
  escaped<<<blocks, 256>>>(p, size);
}

// CHECK-LABEL: kernel "byLambda(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(byLambda)
void byLambdas(unsigned *p, int size) {
  auto grow = [&] { size++; };
  int blocks = size;
  grow();
  byLambda<<<blocks, 256>>>(p, size);
}

// CHECK-LABEL: kernel "jumped(
// CHECK: launch "launch {{.*}}" block 256 grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: }
KERNEL(jumped)
void jumps(unsigned *p, int size) {
  if (size > 100)
    goto inside;
  if (size == 8) {
  inside:
    jumped<<<1, 256>>>(p, size);
  }
}

// CHECK-LABEL: kernel "fallen(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: assume blockDim.x == 512 || blockDim.x == 256;
// CHECK-NEXT: }
KERNEL(fallen)
void falls(unsigned *p, int threads) {
  int size = 1;
  switch (threads) {
  case 512:
    size = threads;
  case 256:
    fallen<<<1, threads>>>(p, size);
  }
}

// CHECK-LABEL: kernel "left(
// CHECK: launch "launch {{.*}}" block 256 grid 1;
KERNEL(left)
void leaves(unsigned *p, int size) {
  do {
    if (size == 3)
      break;
  } while (false);
  left<<<1, 256>>>(p, size);
}

// Arguments that change what others read.
// CHECK-LABEL: kernel "within(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(within)
void withins(unsigned *p, int size) { within<<<size++, 256>>>(p, size); }

// CHECK-LABEL: kernel "global(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(global)
int inAll;
void globals(unsigned *p) {
  int blocks = inAll;
  other();
  global<<<blocks, 256>>>(p, inAll);
}

// Of which case, and whether it was assigned there, is not known.
// CHECK-LABEL: kernel "previous(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: assume n == 7;
// CHECK-NEXT: }
KERNEL(previous)
void previouses(unsigned *p, int which) {
  int size = 5;
  switch (which) {
  case 1:
    size = 7;
    break;
  case 2:
    previous<<<size, 256>>>(p, 7);
  }
}

// Members of a union change each other.
// CHECK-LABEL: kernel "united(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: assume n == 7;
// CHECK-NEXT: }
KERNEL(united)
union Both {
  int a, b;
};
void unite(unsigned *p) {
  Both both;
  both.a = 5;
  both.b = 7;
  united<<<both.a, 256>>>(p, 7);
}

// Evaluated for each object.
// CHECK-LABEL: kernel "byDefault(
// CHECK: launch "launch {{.*}}" block 256 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: }
KERNEL(byDefault)
int next();
struct Numbered {
  int number = next();
};
void byDefaults(unsigned *p) {
  Numbered a{}, b{};
  byDefault<<<a.number, 256>>>(p, b.number);
}
