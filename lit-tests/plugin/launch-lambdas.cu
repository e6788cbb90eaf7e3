// A lambda of a local variable is called as a function is: with what it is
// given, and with what it captures, by reference as it is at the call, a copy as
// it was when the lambda was made.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w -std=c++20 %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only -w -std=c++14 %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=CXX14
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <utility>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// What it captures may have changed from one call to the next.
// CHECK-LABEL: kernel "byReference(
// CHECK: launch "launch {{.*}}:[[@LINE+8]] from {{.*}}:[[@LINE+9]]" block 64 grid 4 {
// CHECK-NEXT: assume n == 7;
// CHECK: launch "launch {{.*}}:[[@LINE+6]] from {{.*}}:[[@LINE+10]]" block 32 grid 5 {
// CHECK-NEXT: assume n == 8;
// CHECK-NOT: launch "
KERNEL(byReference)
void referring(unsigned *p) {
  int blocks = 4, threads = 64;
  auto run = [&](int n) { byReference<<<blocks, threads>>>(p, n); };
  run(7);
  blocks = 5;
  threads /= 2;
  run(8);
}

// CHECK-LABEL: kernel "byCopy(
// CHECK: launch "launch {{.*}}:[[@LINE+10]] from {{.*}}:[[@LINE+11]]" block 64 grid 4 {
// CHECK-NEXT: assume n == 7;
// CHECK: launch "launch {{.*}}:[[@LINE+8]] from {{.*}}:[[@LINE+12]]" block 64 grid 5 {
// CHECK-NEXT: assume n == 8;
// CHECK-NOT: launch "
// CXX14-LABEL: kernel "byCopy(
// CXX14: launch "launch {{.*}} from {{.*}}" block 64 grid 4 {
KERNEL(byCopy)
void copying(unsigned *p) {
  int blocks = 4, threads = 64;
  auto run = [=, &blocks](int n) { byCopy<<<blocks, threads>>>(p, n); };
  run(7);
  blocks = 5;
  threads /= 2;
  run(8);
}

// What a variable was made of may have changed before the call.
// CHECK-LABEL: kernel "made(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 4 {
// CHECK-NEXT: assume n == 16;
// CHECK-NOT: launch "
KERNEL(made)
void making(unsigned *p) {
  int n = 16;
  const int half = n, threads = 2 * n;
  n = 2;
  auto run = [&, twice = 8 * n] { made<<<n, threads>>>(p, twice); };
  n = half / 4;
  run();
}

// Its function is called, too; where it is called, something is known.
// CHECK-LABEL: kernel "deep(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 96 grid _ {
// CHECK-DAG: assume n == gridDim.x *s 5;
// CHECK-DAG: assume gridDim.x > 3;
// CHECK-NOT: launch "
KERNEL(deep)
static void deepest(unsigned *p, int threads, int blocks) {
  int n = 5 * blocks;
  auto run = [&] { deep<<<blocks, threads>>>(p, n); };
  if (blocks > 3)
    run();
}
void outer(unsigned *p, int blocks) { deepest(p, 96, blocks); }

// Called where it is written.
// CHECK-LABEL: kernel "atOnce(
// CHECK: launch "launch {{.*}} from {{.*}}" block 48 grid 2 {
// CHECK-NEXT: assume n == 96;
// CHECK-NOT: launch "
KERNEL(atOnce)
void callAtOnce(unsigned *p) {
  int threads = 48;
  [=](int blocks) { atOnce<<<blocks, threads>>>(p, blocks * threads); }(2);
}

// A lambda calls another one.
// CHECK-LABEL: kernel "nested(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 32 grid 6 {
// CHECK-NEXT: assume n == 7;
// CHECK-NOT: launch "
KERNEL(nested)
void nest(unsigned *p) {
  int threads = 32, blocks = 5, n = 7;
  auto outside = [&, n] {
    auto run = [=](int more) { nested<<<blocks + more, threads>>>(p, n); };
    run(1);
  };
  n = 9;
  outside();
}

// It launches the kernel that it is given.
// CHECK-LABEL: kernel "chosen(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 3 {
// CHECK-NEXT: assume n == 4;
// CHECK-NOT: launch "
KERNEL(chosen)
void launchChosen(unsigned *p) {
  int threads = 32;
  auto launch = [&](auto kernel, int n) { kernel<<<3, threads>>>(p, n); };
  launch(chosen, 4);
}

// A function that does nothing with it but call it calls it over that call, with
// what it captures then.
// CHECK-LABEL: kernel "measured(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 64 grid 3 {
// CHECK-NEXT: assume n == 7;
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 32 grid 3 {
// CHECK-NEXT: assume n == 8;
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "measuredThere(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 32 grid 2 {
// CHECK-NEXT: assume n == 9;
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "measuredCopy(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 32 grid 2 {
// CHECK-NEXT: assume n == 10;
// CHECK-NOT: launch "
template <typename Function, typename... Args>
static void measure(int times, Function &&run, Args... args) {
  for (int i = 0; i < times; ++i)
    run(args...);
}
template <typename Function> static void callOnce(Function run) { run(2); }
KERNEL(measured)
KERNEL(measuredThere)
KERNEL(measuredCopy)
void measureBoth(unsigned *p) {
  int threads = 64;
  auto run = [&](int n) { measured<<<3, threads>>>(p, n); };
  measure(5, run, 7);
  threads = 32;
  measure(5, run, 8);
  callOnce([&](int blocks) { measuredThere<<<blocks, threads>>>(p, 9); });
  auto copy = [=](int blocks) { measuredCopy<<<blocks, threads>>>(p, 10); };
  threads = 16;
  callOnce(copy);
}

// In two loops: it is made in the one, and called in the other.
// CHECK-LABEL: kernel "looped(
// CHECK: launch "launch {{.*}} from {{.*}}" block _ grid _ {
// CHECK-DAG: assume blockDim.x == 128 || blockDim.x == 64 || blockDim.x == 32;
// CHECK-DAG: assume gridDim.x >= 1;
// CHECK-NOT: launch "
KERNEL(looped)
void loop(unsigned *p) {
  for (int threads = 128; threads >= 32; threads /= 2) {
    auto run = [=](int blocks) { looped<<<blocks, threads>>>(p, 4); };
    for (int blocks = 1; blocks < 9; ++blocks)
      run(blocks);
  }
}

// One for each call of a generic one, whatever its instances share.
// CHECK-LABEL: kernel "void generic<32>(
// CHECK: launch "launch {{.*}} from {{.*}}" block 32 grid 4;
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "void generic<64>(
// CHECK: launch "launch {{.*}} from {{.*}}" block 64 grid 8;
// CHECK-NOT: launch "
template <int N> struct Number {
  static constexpr int value = N;
};
template <int Size> __global__ void generic(unsigned *out) {
  out[blockIdx.x * Size + threadIdx.x] = 1;
}
void choose(unsigned *p) {
  int blocks = 4;
  auto launch = [&](auto size) {
    generic<decltype(size)::value><<<blocks, size.value>>>(p);
  };
  launch(Number<32>());
  blocks = 8;
  launch(Number<64>());
}

// CHECK-LABEL: kernel "void dispatched<32>(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 32 grid 4;
// CHECK-NOT: launch "
// CHECK-LABEL: kernel "void dispatched<64>(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block 64 grid 4;
// CHECK-NOT: launch "
template <int Size> __global__ void dispatched(unsigned *out) {
  out[blockIdx.x * Size + threadIdx.x] = 1;
}
template <typename Launch> void dispatch(Launch &&launch, int size) {
  switch (size) {
  case 32:
    return launch(Number<32>());
  default:
    return launch(Number<64>());
  }
}
void dispatchOne(unsigned *p, int size) {
  int blocks = 4;
  auto launch = [&](auto size) {
    dispatched<decltype(size)::value><<<blocks, size.value>>>(p);
  };
  dispatch(launch, size);
  dispatch(launch, 64); // never with 32 threads
}

// CHECK-LABEL: kernel "void byNumber<16>(
// CHECK: launch "launch {{.*}} from {{.*}}" block 16 grid 3;
// CHECK-NOT: launch "
#if __cplusplus > 201703L
template <int Size> __global__ void byNumber(unsigned *out) {
  out[blockIdx.x * Size + threadIdx.x] = 1;
}
void chooseByNumber(unsigned *p) {
  auto launch = [&]<int N>(int blocks) { byNumber<N><<<blocks, N>>>(p); };
  launch.template operator()<16>(3);
}
#endif
