// Variables of the file that are changed where main() does not name them, or
// when it does not run: none is what main() made of it.
//
// RUN: %clangxx_cuda -std=c++20 -fsyntax-only -w %s \
// RUN:   -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s --implicit-check-not='assume n == 64;'
// RUN: %clangxx_cuda -std=c++20 -fsyntax-only -w %s -DALIASES \
// RUN:   -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s --check-prefix=ALIASES --implicit-check-not='assume n =='
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <coroutine>
#include <cstdlib>
#include <functional>
#include <vector>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (threadIdx.x < n)                                                       \
      out[threadIdx.x] = 1;                                                    \
  }

static unsigned *p;

#ifdef ALIASES
// ALIASES: kernel "first(
// ALIASES: kernel "second(
KERNEL(first)
KERNEL(second)
extern "C" {
static int its __attribute__((used)) = 64;
extern int alias __attribute__((alias("_ZL3its")));
}
int main() {
  alias = 5;
  first<<<1, 64>>>(p, its);
  its = 64;
  alias = 5;
  second<<<1, 64>>>(p, its);
}
#else

// Named as a member of an object.
// CHECK: kernel "member(
KERNEL(member)
namespace {
struct Shared {
  static inline int its = 64;
  void set() { this->its = 5; }
} shared;
} // namespace
// Changed by another name for it.
// CHECK: kernel "reference(
KERNEL(reference)
static int referred;
// CHECK: kernel "address(
KERNEL(address)
static int addressed;
// CHECK: kernel "argument(
KERNEL(argument)
static int given, *kept;
static void keep(int &x) { kept = &x; }
// CHECK: kernel "listed(
KERNEL(listed)
static int option;
static std::vector<int *> options;
static void add(int *x) { options.push_back(x); }
// CHECK: kernel "invoked(
KERNEL(invoked)
static int called;
// CHECK: kernel "heldCall(
KERNEL(heldCall)
static int calledByObject;
// CHECK: kernel "hostFunction(
KERNEL(hostFunction)
static int setLater;
static void setFive(void *x) { *static_cast<int *>(x) = 5; }
// CHECK: kernel "pointerCall(
KERNEL(pointerCall)
static int calledByPointer;
// CHECK: kernel "listedReference(
KERNEL(listedReference)
static int inList;
struct Reference {
  int &to;
};
// By an object that knows itself.
// CHECK: kernel "registered(
KERNEL(registered)
struct Base;
static Base *last;
struct Base {
  Base() { last = this; }
};
struct Derived : Base {
  int its = 0;
};
static Derived object;
// CHECK: kernel "assigned(
KERNEL(assigned)
struct Assigned;
static Assigned *self;
struct Assigned {
  int its;
  void operator=(int x) {
    its = x;
    self = this;
  }
};
static Assigned assignee;
// By an operator of a member.
// CHECK: kernel "copied(
KERNEL(copied)
struct Changing {
  int its = 0;
  Changing &operator=(const Changing &) {
    its = 5;
    return *this;
  }
};
struct Copied {
  Changing part;
};
// What only reads it.
// CHECK: kernel "hidden(
KERNEL(hidden)
struct Mutable {
  mutable int its;
  void touch() const { its = 5; }
};
static Mutable touched;
// Within main(), and in no statement of it.
// CHECK: kernel "inAClass(
KERNEL(inAClass)
static int initialised;
// CHECK: kernel "inADefault(
KERNEL(inADefault)
static int defaulted;
static int take(int x);
// A coroutine goes on later.
// CHECK: kernel "resumed(
KERNEL(resumed)
struct Task {
  struct promise_type {
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
static int later;
static Task launches() {
  resumed<<<1, 64>>>(p, later);
  co_return;
}
// CHECK: kernel "referredLater(
KERNEL(referredLater)
static Task launchesReferred(const int &x) {
  referredLater<<<1, 64>>>(p, x);
  co_return;
}
// What is so on one of the ways is not so on the other.
// CHECK: kernel "onOneWay(
// CHECK-NOT: >= 64
KERNEL(onOneWay)
static int limit;
static int atLeast(int x) {
  if (x < 64)
    exit(0);
  return x;
}
static int found() { return limit; }
// CHECK: kernel "theLast(

int main(int argc, char **argv) {
  shared.set();
  member<<<1, 64>>>(p, Shared::its);
  int &r = ++referred;
  referred = 64;
  r = 5;
  reference<<<1, 64>>>(p, referred);
  int *q = &(addressed = 5);
  addressed = 64;
  *q = 5;
  address<<<1, 64>>>(p, addressed);
  keep(given = 5);
  given = 64;
  *kept = 5;
  argument<<<1, 64>>>(p, given);
  add(&option);
  option = 64;
  *options[0] = 5;
  listed<<<1, 64>>>(p, option);
  std::invoke(keep, called);
  called = 64;
  *kept = 5;
  invoked<<<1, 64>>>(p, called);
  std::function<void(int &)> function = keep;
  function(calledByObject);
  calledByObject = 64;
  *kept = 5;
  heldCall<<<1, 64>>>(p, calledByObject);
  cudaLaunchHostFunc(nullptr, setFive, &setLater);
  setLater = 64;
  cudaDeviceSynchronize();
  hostFunction<<<1, 64>>>(p, setLater);
  void (*pointer)(int &) = keep;
  pointer(calledByPointer = 5);
  calledByPointer = 64;
  *kept = 5;
  pointerCall<<<1, 64>>>(p, calledByPointer);
  Reference list{++inList};
  inList = 64;
  list.to = 5;
  listedReference<<<1, 64>>>(p, inList);
  object.its = 64;
  static_cast<Derived *>(last)->its = 5;
  registered<<<1, 64>>>(p, object.its);
  assignee = 1;
  assignee.its = 64;
  self->its = 5;
  assigned<<<1, 64>>>(p, assignee.its);
  Copied from, to;
  from.part.its = 64;
  to = from;
  copied<<<1, 64>>>(p, to.part.its);
  touched.its = 64;
  touched.touch();
  hidden<<<1, 64>>>(p, touched.its);
  struct Initialises {
    int x = (initialised = 5);
  };
  initialised = 64;
  Initialises object;
  inAClass<<<1, 64>>>(p, initialised);
  int take(int x = (defaulted = 5));
  defaulted = 64;
  take();
  inADefault<<<1, 64>>>(p, defaulted);
  later = 64;
  Task task = launches();
  later = 5;
  task.handle.resume();
  int own = 64;
  Task other = launchesReferred(own);
  own = 5;
  other.handle.resume();
  int n = 1, v = atoi(argc > 1 ? argv[1] : "0");
  if (v > 1) {
    limit = atLeast(v);
    n = found();
  }
  onOneWay<<<1, 64>>>(p, n);
}
static int take(int x) { return x; }
__global__ void theLast(unsigned *out) {}
#endif
