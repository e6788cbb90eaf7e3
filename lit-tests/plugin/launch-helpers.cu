// Functions that launch the kernel that they are given, with what they are
// given by reference: the launches are those of their callers.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <utility>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

void anything();

struct Shape {
  dim3 grid, block;
  Shape(const dim3 &g, const dim3 &b) : grid(g), block(b) {}
};

template <typename Kernel, typename... Args>
static void launch(Kernel kernel, const Shape &shape, Args &&...args) {
  kernel<<<shape.grid, shape.block>>>(std::forward<Args>(args)...);
}

// One helper, two kernels: each has its own launches.
// CHECK-LABEL: kernel "small(
// CHECK: launch "launch {{.*}} from {{.*}}:[[@LINE+12]]" block 64 grid _ {
// CHECK-DAG: assume n <= 1024;
// CHECK-DAG: assume gridDim.x == (n + 63) /u 64;
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "large(
// CHECK: launch "launch {{.*}} from {{.*}}:[[@LINE+10]]" block 256 grid 16 {
// CHECK-NOT: launch "
KERNEL(small)
KERNEL(large)
void choose(unsigned *p, int n) {
  const dim3 threads(64), blocks((n + threads.x - 1) / threads.x);
  if (n <= 1024) {
    launch(small, Shape(blocks, threads), p, n);
  } else {
    const Shape shape = {dim3(16), dim3(256)};
    launch(large, shape, p, n);
  }
}

// The kernel is handed on, and has another name on the way.
// CHECK-LABEL: kernel "handedOn(
// CHECK: launch "launch {{.*}} from {{.*}}:[[@LINE+5]] from {{.*}}:[[@LINE+14]]" block 96 grid 3
// CHECK-NOT: launch "
KERNEL(handedOn)
template <typename Kernel>
static void launchFew(Kernel &&kernel, unsigned *p, const int &n) {
  launch(std::forward<Kernel>(kernel), Shape(3, 96), p, n);
}
void hand(unsigned *p, int n) {
  const auto &shape = n;
  auto kernel = handedOn;
  int most = 0;
  cudaFuncSetAttribute(handedOn, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       1024);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, kernel, 96, 0);
  launchFew(kernel, p, shape);
}

// A function that any unit may call, with kernels of its own.
// CHECK-LABEL: kernel "offered(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1 {
// CHECK: assume n == 7;
// CHECK-NOT: launch "
KERNEL(offered)
void offer(void (*kernel)(unsigned *, int), unsigned *p, const int &n) {
  kernel<<<1, 32>>>(p, n);
}
void callOffer(unsigned *p) {
  int n = 5;
  n += 2;
  offer(offered, p, n);
}

// This kernel is given to others, too, and they may give it to offer().
// CHECK-LABEL: kernel "givenAway(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1
// CHECK: launch "symbolic"
KERNEL(givenAway)
void callGivenAway(unsigned *p) { offer(givenAway, p, 5); }
auto giveAway() { return givenAway; }

// CHECK-LABEL: kernel "putAway(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1
// CHECK: launch "symbolic"
KERNEL(putAway)
auto callPutAway(unsigned *p) {
  auto kernel = putAway;
  offer(kernel, p, 5);
  return kernel;
}

// What the helper changes before is not what it was given.
// CHECK-LABEL: kernel "changed(
// CHECK: launch "launch {{.*}} from {{.*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
KERNEL(changed)
template <typename Kernel>
static void launchChanged(Kernel kernel, unsigned *p, int &threads, int n) {
  threads = 64;
  kernel<<<1, threads>>>(p, n);
}
void callChanged(unsigned *p) {
  int threads = 32;
  launchChanged(changed, p, threads, 4);
}

// What a reference refers to that callers elsewhere give is one value, if the
// function changes nothing that it may be.
// CHECK-LABEL: kernel "referred(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK-DAG: assume gridDim.x == n /u 64;
// CHECK-DAG: assume "nothing changes what 'size' refers to before the launch" derived;
// CHECK-NOT: launch "
KERNEL(referred)
void refer(unsigned *p, float *count, const dim3 &size) {
  *count += 1;
  anything();
  referred<<<size.x / 64, 64>>>(p, size.x);
}

// CHECK-LABEL: kernel "changing(
// CHECK: launch "launch {{.*}}" block 64 grid _
// CHECK-NEXT: host x : i32;
// CHECK-NEXT: computed x;
// CHECK-NEXT: assume gridDim.x == x /u 64;
// CHECK-NEXT: }
KERNEL(changing)
void change(unsigned *p, unsigned *count, const dim3 &size) {
  unsigned blocks = size.x / 64;
  *count += 1;
  changing<<<blocks, 64>>>(p, size.x);
}

// Nor what anyone else may change meanwhile: a variable whose address is kept,
// and one behind a pointer.
// CHECK-LABEL: kernel "kept(
// CHECK: launch "launch {{.*}} from {{.*}}" block _ grid _ {
// CHECK-DAG: computed blockDim.x;
// CHECK-DAG: computed gridDim.x;
// CHECK-NOT: launch "
KERNEL(kept)
int *Kept;
void keep(int *p) { Kept = p; }
template <typename Kernel>
static void launchKept(Kernel kernel, unsigned *p, const int &blocks,
                       const int &threads) {
  anything();
  kernel<<<blocks, threads>>>(p, 4);
}
void callKept(unsigned *p, int *blocks) {
  int threads = 32;
  *blocks = 32;
  keep(&threads);
  threads = 64;
  launchKept(kept, p, *blocks, threads);
}

// A reference is another name for a variable that changes.
// CHECK-LABEL: kernel "renamed(
// CHECK: launch "launch {{.*}}" block 64 grid 1 {
// CHECK-NOT: launch "
KERNEL(renamed)
void rename(unsigned *p) {
  int threads = 32;
  const int &all = threads;
  threads = 64;
  renamed<<<1, all>>>(p, 4);
}

// CHECK-LABEL: kernel "renamedAndChanged(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
KERNEL(renamedAndChanged)
void renameAndChange(unsigned *p) {
  int threads = 32;
  int &all = threads;
  all = 64;
  renamedAndChanged<<<1, threads>>>(p, 4);
}

// Each instance of a generic lambda may change what it captures.
// CHECK-LABEL: kernel "changedByInstance(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
KERNEL(changedByInstance)
void changeByInstance(unsigned *p) {
  int threads = 32;
  auto apply = [&](auto f) { f(threads); };
  apply([](int x) { (void)x; });
  apply([](int &x) { x = 1024; });
  changedByInstance<<<1, threads>>>(p, 4);
}

// What the compiler writes may change what it is given.
// CHECK-LABEL: kernel "movedFrom(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: launch "
KERNEL(movedFrom)
struct Part {
  int n;
  Part(int n) : n(n) {}
  Part(Part &&o) : n(o.n) {}
  Part &operator=(Part &&o) {
    n = o.n;
    o.n = 1024;
    return *this;
  }
};
struct Whole {
  Part part;
};
void move(unsigned *p) {
  Whole a{Part(32)}, b{Part(32)};
  b = std::move(a);
  movedFrom<<<1, a.part.n>>>(p, 4);
}

// References to one object say the same, whatever that is.
// CHECK-LABEL: kernel "twice(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1 {
// CHECK: alias in = out[0];
struct Buffers {
  unsigned *only;
};
__global__ void twice(unsigned *out, const unsigned *in) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}
template <typename Kernel>
static void launchTwice(Kernel kernel, unsigned *const &a, unsigned *const &b) {
  kernel<<<1, 32>>>(a, b);
}
void callTwice(Buffers &all) { launchTwice(twice, all.only, all.only); }

// A helper that gives the kernel to others as well, and a function whose name
// looks like one that only asks.
// CHECK-LABEL: kernel "registered(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1
// CHECK: launch "symbolic"
KERNEL(registered)
void registerKernel(void (*)(unsigned *, int));
static void launchAndRegister(void (*kernel)(unsigned *, int), unsigned *p) {
  offer(kernel, p, 5);
  registerKernel(kernel);
}
void callRegistered(unsigned *p) { launchAndRegister(registered, p); }

// CHECK-LABEL: kernel "kept2(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1
// CHECK: launch "symbolic"
KERNEL(kept2)
static void (**where)(unsigned *, int);
static void cudaFuncSetAttribute(void (*kernel)(unsigned *, int)) {
  *where = kernel;
}
void callKept2(unsigned *p) {
  offer(kept2, p, 5);
  cudaFuncSetAttribute(kept2);
}
