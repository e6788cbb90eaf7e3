// Instances of templates share the names that do not depend on the arguments:
// what one of them does with a variable or a kernel, others need not do, and
// each launch in one of them is a launch.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w -std=c++20 %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }
static void look(int) {}
static void change(int &x, float) { x = 1024; }
static void change(int, int) {}

// One instance reads it, another one changes it.
// CHECK-LABEL: kernel "changed(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "read(
// CHECK: launch "launch {{.*}}" block 48 grid 1 {
// CHECK-NOT: launch "
KERNEL(changed)
KERNEL(read)
static int changing = 32, steady = 48;
template <typename T> static void use(T x) {
  change(changing, x);
  look(steady);
}
void launchThem(unsigned *p) {
  use(1.0f);
  use(1);
  changed<<<1, changing>>>(p, 4);
  read<<<1, steady>>>(p, 4);
}

// The instance that changes it is not in sight: it is for the host only, or
// one of a lambda in an alias.
// CHECK-LABEL: kernel "changedOnTheHost(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "changedByAlias(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: launch "
KERNEL(changedOnTheHost)
KERNEL(changedByAlias)
static int onTheHost = 32;
template <int N> void setOnTheHost() { onTheHost = N; }
void initialise() {
#ifndef __CUDA_ARCH__
  setOnTheHost<1024>();
#endif
}
template <typename T> using Change = decltype([](int &x, T) { x = 1024; });
void launchChanged(unsigned *p) {
  int byAlias = 32;
  Change<int>{}(byAlias, 0);
  changedOnTheHost<<<1, onTheHost>>>(p, 4);
  changedByAlias<<<1, byAlias>>>(p, 4);
}

// So do the parts of one expression that a pack is expanded in.
// CHECK-LABEL: kernel "changedByOne(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: launch "
KERNEL(changedByOne)
static int width = 32;
template <typename... T> static void useAll(T... all) {
  (change(width, all), ...);
}
void launchBehind(unsigned *p) {
  useAll(1.0f, 1);
  changedByOne<<<1, width>>>(p, 4);
}

// Instances of a generic lambda change what it captures.
// CHECK-LABEL: kernel "captured(
// CHECK: launch "launch {{.*}}" block 96 grid 1 {
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "capturedAndChanged(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: launch "
KERNEL(captured)
KERNEL(capturedAndChanged)
void capture(unsigned *p) {
  int threads = 96, changing = 96;
  auto apply = [&](auto x) {
    look(threads);
    change(changing, x);
  };
  apply(1.0f);
  apply(1);
  captured<<<1, threads>>>(p, 4);
  capturedAndChanged<<<1, changing>>>(p, 4);
}

// A function that launches what it is given is called by templates: by one that
// nobody instantiates, by one with two instances.
// CHECK-LABEL: kernel "given(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1 {
// CHECK-NOT: launch "
KERNEL(given)
static void launchOne(void (*kernel)(unsigned *, int), unsigned *p) {
  kernel<<<1, 32>>>(p, 4);
}
template <typename T> void never(T, unsigned *p) { launchOne(given, p); }
template <typename T> void twice(T, unsigned *p) { launchOne(given, p); }
void callTwice(unsigned *p) {
  twice(1, p);
  twice(1.0f, p);
}

// A lambda that captures it only launches it.
// CHECK-LABEL: kernel "capturedKernel(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NOT: launch "
KERNEL(capturedKernel)
inline void launchAny(void (*kernel)(unsigned *, int), unsigned *p) {
  kernel<<<1, 64>>>(p, 4);
}
void captureKernel(unsigned *p) {
  auto kernel = capturedKernel;
  auto go = [&] { kernel<<<1, 32>>>(p, 4); };
  go();
}

// An instance, or a part of an expanded expression, gives it to others.
// CHECK-LABEL: kernel "givenAway(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1 {
// CHECK: launch "symbolic"
// CHECK-LABEL: kernel "givenAwayInPart(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 1 {
// CHECK: launch "symbolic"
KERNEL(givenAway)
KERNEL(givenAwayInPart)
void keep(void (*)(unsigned *, int));
void launchOrKeep(void (*kernel)(unsigned *, int), unsigned *p, int) {
  launchOne(kernel, p);
}
static void launchOrKeep(void (*kernel)(unsigned *, int), unsigned *, float) {
  keep(kernel);
}
template <typename T> static void forward(T x, unsigned *p) {
  launchOrKeep(givenAway, p, x);
}
template <typename... T> static void forwardAll(unsigned *p, T... all) {
  (launchOrKeep(givenAwayInPart, p, all), ...);
}
void forwardBoth(unsigned *p) {
  forward(1.0f, p);
  forward(1, p);
  forwardAll(p, 1.0f, 1);
}

// A generic lambda launches when it is called.
// CHECK-LABEL: kernel "void ofSize<32>(
// CHECK: launch "launch {{.*}}" block 32 grid 4
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "void ofSize<64>(
// CHECK: launch "launch {{.*}}" block 64 grid 4
// CHECK-NOT: launch "
template <int Size> __global__ void ofSize(unsigned *out) {
  out[blockIdx.x * Size + threadIdx.x] = 1;
}
template <int N> struct Number {
  static constexpr int value = N;
};
void dispatch(unsigned *p, int n) {
  int blocks = 4;
  auto launch = [&](auto size) {
    ofSize<decltype(size)::value><<<blocks, size.value>>>(p);
  };
  if (n < 64)
    launch(Number<32>());
  else
    launch(Number<64>());
}
