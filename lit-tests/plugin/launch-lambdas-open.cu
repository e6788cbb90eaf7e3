// What a lambda captures may be another value when it launches, and it may be
// called where nobody sees it: no kernel is race-free for what one call passes.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w -std=c++23 %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s
// RUN: not %racemap check %s --kernel=Changed -- -std=c++23 -w 2>&1 | \
// RUN:   FileCheck %s --check-prefix=CHANGED
//
// RUN: %racemap check %s --kernel=Steady -- -std=c++23 -w 2>&1 | \
// RUN:   FileCheck %s --check-prefix=STEADY
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHANGED: 21 kernels: 0 race-free, 3 racy, 18 unknown
// STEADY: 4 kernels: 4 race-free, 0 racy, 0 unknown

#include <coroutine>
#include <functional>
#include <utility>

// Two threads write one element of more than 32.
#define STEADY(NAME)                                                           \
  __global__ void NAME(int *out, int m) {                                      \
    if (blockDim.x != m)                                                       \
      out[threadIdx.x & 31] = threadIdx.x;                                     \
  }
#define KERNEL(NAME) STEADY(NAME##Changed)

// The lambda, or one that it calls, changes it.
KERNEL(itself)
void itself(int *p) {
  int n = 32;
  const int m = n;
  auto run = [&] {
    n = 64;
    itselfChanged<<<1, n>>>(p, m);
  };
  run();
}

KERNEL(ownCopy)
void ownCopy(int *p) {
  int n = 32;
  const int m = n;
  auto run = [=]() mutable {
    n += 32;
    ownCopyChanged<<<1, n>>>(p, m);
  };
  run();
}

KERNEL(count)
void count(int *p) {
  auto run = [p, n = 32, m = 32]() mutable {
    countChanged<<<1, n>>>(p, m);
    n += 32;
  };
  run();
  run();
}

KERNEL(other)
void other(int *p) {
  int n = 32;
  const int m = n;
  auto change = [&] { n = 64; };
  auto run = [&] {
    change();
    otherChanged<<<1, n>>>(p, m);
  };
  run();
}

// Between it was made and called; while what it is given is evaluated. Two of
// these launches are certain races.
KERNEL(between)
void between(int *p) {
  int n = 32;
  const int m = n;
  auto run = [&] { betweenChanged<<<1, n>>>(p, m); };
  n = 64;
  run();
}

KERNEL(made)
void made(int *p) {
  int n = 32;
  const int m = n;
  n = 64;
  auto run = [=] { madeChanged<<<1, n>>>(p, m); };
  n = 32;
  run();
}

KERNEL(given)
void given(int *p) {
  int n = 32;
  const int m = n;
  auto run = [&](int) { givenChanged<<<1, n>>>(p, m); };
  run(n = 64);
}

KERNEL(launched)
void launched(int *p) {
  int n = 64;
  void *arguments[] = {&p, &n};
  cudaLaunchKernel((void *)launchedChanged, 1, 64, arguments, (n = 32, 0), 0);
}

// The same, and it is what it was.
STEADY(betweenSteady)
STEADY(madeSteady)
STEADY(givenSteady)
STEADY(launchedSteady)
void steady(int *p) {
  int n = 32;
  int m = n;
  auto copy = [=] { madeSteady<<<1, n>>>(p, m); };
  auto run = [&] { betweenSteady<<<1, n>>>(p, m); };
  auto give = [&](int) { givenSteady<<<1, n>>>(p, m); };
  n = 64;
  m = n;
  run();
  give(m);
  n = 32;
  copy();
  void *arguments[] = {&p, &n};
  cudaLaunchKernel((void *)launchedSteady, 1, n, arguments, 0, 0);
}

// Made once, of what there is the first time.
KERNEL(lasting)
void lasting(int *p, int n, int m) {
  if (n != m)
    return;
  static auto run = [=](int m) { lastingChanged<<<1, n>>>(p, m); };
  run(m);
}

// What the variable is a copy of has changed.
KERNEL(copied)
void copied(int *p) {
  int n = 32;
  auto run = [&](int m) { copiedChanged<<<1, n>>>(p, m); };
  auto copy = run;
  run(32);
  n = 64;
  copy(32);
}

// The variable of another call of the function.
KERNEL(again)
static void callAgain(int *p, int n, int m, int times) {
  auto run = [&] { againChanged<<<1, n>>>(p, m); };
  if (times)
    callAgain(p, 2 * n, m, times - 1);
  run();
}
void again(int *p) { callAgain(p, 32, 32, 1); }

// It waits, and goes on later.
struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> Its;
};
KERNEL(waiting)
KERNEL(waitingCaller)
void wait(int *p) {
  int n = 32;
  auto run = [&](int m) -> Task {
    waitingChanged<<<1, n>>>(p, m);
    co_return;
  };
  auto launch = [&](int m) { waitingCallerChanged<<<1, n>>>(p, m); };
  auto later = [&](int m) -> Task {
    launch(m);
    co_return;
  };
  Task first = run(32), second = later(32);
  n = 64;
  first.Its.resume();
  second.Its.resume();
}

// Its type is enough to make another, wherever that is called.
template <typename Function> struct Holder {
  Function Its;
};
template <typename Function> static void callAnother(int *p) {
  Function{}(p, 64);
}
template <typename Function> static void callGiven(Function run, int *p) {
  run(p, 64);
}
template <typename Function>
static void give(Function run, int *p, int threads) {
  run(p, threads);
  if (threads < 64)
    give(Function{}, p, 64);
}
template <typename Function, int Way>
static void callTwice(Function run, int *p) {
  run(p, 32);
  if constexpr (Way == 0)
    callAnother<Function>(p);
  if constexpr (Way == 1) {
    Holder<Function> holder;
    holder.Its(p, 64);
  }
  if constexpr (Way == 2) {
    struct Derived : Function {};
    callGiven(Derived{}, p);
  }
  if constexpr (Way == 3) {
    auto its = &Function::template operator()<int>;
    Holder<Function> holder;
    (holder.Its.*its)(p, 64);
  }
}
#define RUN(NAME, THREADS)                                                     \
  [](int *p, THREADS n) { NAME##Changed<<<1, n>>>(p, 32); }
KERNEL(typed)
KERNEL(held)
KERNEL(derived)
KERNEL(generic)
KERNEL(givenTyped)
void callOthers(int *p) {
  callTwice<decltype(RUN(typed, int)), 0>({}, p);
  auto isHeld = RUN(held, int);
  callTwice<decltype(isHeld), 1>(isHeld, p);
  auto isBase = RUN(derived, int);
  callTwice<decltype(isBase), 2>(isBase, p);
  auto isGeneric = RUN(generic, auto);
  callTwice<decltype(isGeneric), 3>(isGeneric, p);
  give(RUN(givenTyped, int), p, 32);
}

// What is not evaluated has a type, all the same.
KERNEL(unevaluated)
void callUnevaluated(int *p) {
  unevaluatedChanged<<<1, 32>>>(p, 32);
  decltype(RUN(unevaluated, int)) run;
  run(p, 64);
}

// Called without an object.
KERNEL(withoutObject)
KERNEL(givenWithoutObject)
static int *global;
void callWithoutObject(int *p) {
  auto launch = [=](int n) { givenWithoutObjectChanged<<<1, n>>>(p, 32); };
  auto run = [](auto &its) static { its(64); };
  launch(32);
  run.operator()(launch);
  auto alone = [] static { withoutObjectChanged<<<1, 64>>>(global, 32); };
  alone.operator()();
}

#define ESCAPES(NAME)                                                          \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// Others may call it.
// CHECK-LABEL: kernel "kept(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 32 grid 1 {
// CHECK-NOT: launch "
ESCAPES(kept)
void keep(std::function<void(int, int)>);
void keeping(unsigned *p) {
  auto run = [=](int threads, int n) { kept<<<1, threads>>>(p, n); };
  run(32, 7);
  keep(run);
}

// CHECK-LABEL: kernel "returned(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 32 grid 1 {
// CHECK-NOT: launch "
ESCAPES(returned)
auto returning(unsigned *p) {
  auto run = [=](int threads, int n) { returned<<<1, threads>>>(p, n); };
  run(32, 7);
  return run;
}

// CHECK-LABEL: kernel "pointed(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 32 grid 1 {
// CHECK-NOT: launch "
ESCAPES(pointed)
void pointing(unsigned *p) {
  auto run = [=](int threads, int n) { pointed<<<1, threads>>>(p, n); };
  run(32, 7);
  auto *way = &run;
  (*way)(64, 7);
}

// Under another name.
// CHECK-LABEL: kernel "renamed(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch "
ESCAPES(renamed)
void renaming(unsigned *p) {
  auto &&run = [=](int threads, int n) { renamed<<<1, threads>>>(p, n); };
  run(32, 7);
}

// Kept by the function that is given it.
// CHECK-LABEL: kernel "keptThere(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch "
ESCAPES(keptThere)
template <typename Function> static void callAndKeep(Function run) {
  run(32, 7);
  keep(run);
}
void keepThere(unsigned *p) {
  callAndKeep([=](int threads, int n) { keptThere<<<1, threads>>>(p, n); });
}

// A function object that can have any lambda.
// CHECK-LABEL: kernel "stored(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch "
ESCAPES(stored)
void storing(unsigned *p) {
  std::function<void(int, int)> run = [=](int threads, int n) {
    stored<<<1, threads>>>(p, n);
  };
  run(32, 7);
}

// It calls itself.
// CHECK-LABEL: kernel "recursive(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: assume blockDim.x == n;
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 64 grid 1 {
// CHECK-NOT: launch "
ESCAPES(recursive)
void recursion(unsigned *p) {
  auto run = [&](auto &self, int threads) -> void {
    recursive<<<1, threads>>>(p, threads);
    if (threads > 1)
      self(self, threads / 2);
  };
  run(run, 64);
}

// It gets itself, and gives that to others.
// CHECK-LABEL: kernel "keptByItself(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK-NEXT: }
// CHECK-NOT: launch "
ESCAPES(keptByItself)
void keepByItself(unsigned *p) {
  auto run = [=](this const auto &self, int threads, int n) -> void {
    keptByItself<<<1, threads>>>(p, n);
    keep(self);
  };
  run(32, 7);
}

// Three calls deep, and no deeper.
// CHECK-LABEL: kernel "deep(
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}} from {{[^ ]*}} from {{[^ ]*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
ESCAPES(deep)
static void first(unsigned *p, int threads) {
  auto run = [&](int n) { deep<<<1, threads>>>(p, n); };
  run(5);
}
static void second(unsigned *p, int threads) { first(p, threads); }
static void third(unsigned *p, int threads) { second(p, threads); }
void fourth(unsigned *p) { third(p, 32); }

// What such a lambda launches may be any kernel that is given to others.
// CHECK-LABEL: kernel "chosen(
// CHECK: launch "launch {{[^ ]*}}" block 64 grid 1 {
// CHECK: launch "symbolic" {
ESCAPES(chosen)
using Kernel = void (*)(unsigned *, int);
void launchChosen(unsigned *p) {
  chosen<<<1, 64>>>(p, 7);
  std::function<void(Kernel)> launch = [=](Kernel its) { its<<<1, 32>>>(p, 8); };
  launch(chosen);
}
