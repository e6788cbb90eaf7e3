// Which launches count, and how their dimensions are read. Each is one kernel
// whose 8-bit index is unique in blocks of up to 256 threads; its contexts are
// in the MAP.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out) {                                        \
    out[(unsigned char)threadIdx.x] = threadIdx.x;                             \
  }
#define THREADS 96
constexpr int Rows = 4;
const dim3 Tile(16, 16);
enum { Wide = 512 };

// CHECK-LABEL: kernel "literal(
// CHECK: launch "launch {{.*}}:[[@LINE+2]]" block 256 grid 4;
KERNEL(literal)
void literals(unsigned *p) { literal<<<4, 256>>>(p); }

// CHECK-LABEL: kernel "macro(
// CHECK: block 96 grid 1;
KERNEL(macro)
void macros(unsigned *p) { macro<<<1, THREADS>>>(p); }

// CHECK-LABEL: kernel "constants(
// CHECK: block 512 grid 8;
KERNEL(constants)
void constant(unsigned *p) { constants<<<Rows * 2, Wide>>>(p); }

// CHECK-LABEL: kernel "globalDim(
// CHECK: block (16, 16) grid (2, 2);
KERNEL(globalDim)
void globalDims(unsigned *p) { globalDim<<<dim3(2, 2), Tile>>>(p); }

// CHECK-LABEL: kernel "localDim(
// CHECK: block (8, 8, 2) grid 3;
KERNEL(localDim)
void localDims(unsigned *p) {
  int side = 8;
  dim3 block(side, side, 2), grid = 3;
  localDim<<<grid, block>>>(p);
}

// CHECK-LABEL: kernel "braces(
// CHECK: block (32, 4) grid 5;
KERNEL(braces)
void bracesAll(unsigned *p) {
  dim3 block = {32, 4};
  braces<<<dim3{5}, block>>>(p);
}

// CHECK-LABEL: kernel "member(
// CHECK: block 64 grid 16;
KERNEL(member)
void members(unsigned *p) {
  dim3 block(64);
  member<<<1024 / block.x, block>>>(p);
}

// CHECK-LABEL: kernel "onlyBlock(
// CHECK: launch "launch {{.*}}" block 128 grid _;
KERNEL(onlyBlock)
void onlyBlocks(unsigned *p, int n) { onlyBlock<<<(n + 127) / 128, 128>>>(p); }

// CHECK-LABEL: kernel "changed(
// CHECK: launch "launch {{.*}}:[[@LINE+8]]" block _ grid _ {
// CHECK-NEXT: assume blockDim.x == (gridDim.x > 100 ? 512 : 64);
// CHECK-NEXT: }
KERNEL(changed)
void changes(unsigned *p, int n) {
  dim3 block(64);
  if (n > 100)
    block.x = 512;
  changed<<<n, block>>>(p);
}

// CHECK-LABEL: kernel "replaced(
// CHECK: launch "launch {{.*}}:[[@LINE+8]]" grid _ {
// CHECK-NEXT: assume blockDim.x == (gridDim.x > 100 ? 8 : 64);
// CHECK-NEXT: }
KERNEL(replaced)
void replaces(unsigned *p, int n) {
  dim3 block(64);
  if (n > 100)
    block = dim3(8, 8, 8);
  replaced<<<n, block>>>(p);
}

// A loop leaves the other members alone.
// CHECK-LABEL: kernel "inTurn(
// CHECK: launch "launch {{.*}}:[[@LINE+6]]" block 64 grid (_, 4) {
KERNEL(inTurn)
void eachInTurn(unsigned *p, int n) {
  dim3 grid(1, 4);
  for (int i = 1; i <= n; i++) {
    grid.x = i;
    inTurn<<<grid, 64>>>(p);
  }
}

// CHECK-LABEL: kernel "byReference(
// CHECK: launch "launch {{.*}}:[[@LINE+8]]" block _ grid _ {
// CHECK-NEXT: computed blockDim.x;
// CHECK-NEXT: }
KERNEL(byReference)
void tune(int &threads);
void byReferences(unsigned *p, int n) {
  int threads = 64;
  tune(threads);
  byReference<<<n, threads>>>(p);
}

// Numbers are cut to their types, as the host does.
// CHECK-LABEL: kernel "wrapped(
// CHECK: launch "launch {{.*}}" block 32 grid 8;
KERNEL(wrapped)
void wraps(unsigned *p) {
  int rows = 8;
  unsigned char threads = rows * 36;
  wrapped<<<rows, threads>>>(p);
}

// Equal launches are one context; one of which nothing is known is the symbolic
// context, if it is not computed elsewhere.
// CHECK-LABEL: kernel "several(
// CHECK-NEXT: global out
// CHECK-NEXT: launch "launch {{.*}}" block 64 grid 1;
// CHECK-NEXT: launch "launch {{.*}}" block 128 grid 1;
// CHECK-NEXT: launch "launch {{.*}}" block _ grid _ {
// CHECK-NEXT: assume gridDim.x == blockDim.x;
// CHECK-NEXT: }
// CHECK-NEXT: launch "launch {{.*}}" {
// CHECK-NEXT: computed blockDim.x;
// CHECK-NEXT: computed blockDim.y;
// CHECK-NEXT: computed blockDim.z;
// CHECK-NEXT: computed gridDim.x;
// CHECK-NEXT: computed gridDim.y;
// CHECK-NEXT: computed gridDim.z;
// CHECK-NEXT: }
// CHECK-NEXT: launch "symbolic";
// CHECK-EMPTY:
KERNEL(several)
dim3 tuned();
void severals(unsigned *p, int n, dim3 grid, dim3 block) {
  several<<<1, 64>>>(p);
  several<<<1, 128>>>(p);
  several<<<1, 64>>>(p);
  several<<<n, n>>>(p);
  several<<<tuned(), tuned()>>>(p);
  several<<<grid, block>>>(p);
}

// CHECK-LABEL: kernel "byCall(
// CHECK: block 192 grid 2;
KERNEL(byCall)
void byCalls(unsigned *p) {
  void *args[] = {&p};
  cudaLaunchKernel((const void *)byCall, dim3(2), dim3(192), args, 0, 0);
}

// CHECK-LABEL: kernel "byName(
// CHECK: block 224 grid 2;
KERNEL(byName)
void byNames(unsigned *p) {
  auto name = byName;
  name<<<2, 224>>>(p);
}

// CHECK-LABEL: kernel "byTemplate(
// CHECK: block 160 grid 2;
KERNEL(byTemplate)
template <void (*Kernel)(unsigned *), int Threads> void go(unsigned *p) {
  Kernel<<<2, Threads>>>(p);
}
void byTemplates(unsigned *p) { go<byTemplate, 160>(p); }

// CHECK-LABEL: kernel "never(
// CHECK: launch "symbolic";
KERNEL(never)
