// What is not evaluated calls nothing: of these, each launches 32 threads, as
// its kernel takes. What is evaluated after all does.
//
// RUN: %runtime
// RUN: not %racemap check %s -- -std=c++20 -w 2>&1 | FileCheck %s
// RUN: %clangxx_cuda -fsyntax-only -w -std=c++20 %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --check-prefix=MAP
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: 12 kernels: 10 race-free, 2 racy, 0 unknown

#include <typeinfo>

// Two threads write one element of more than 32.
#define KERNEL(NAME)                                                           \
  __global__ void NAME(int *out, int m) {                                      \
    if (blockDim.x != m)                                                       \
      out[threadIdx.x & 31] = threadIdx.x;                                     \
  }
#define RUN(NAME)                                                              \
  [=](int n) {                                                                 \
    NAME<<<1, n>>>(p, 32);                                                     \
    return 1;                                                                  \
  }

KERNEL(ofNoexcept)
template <typename Function>
static void callNoexcept(Function run) noexcept(noexcept(run(64))) {
  run(32);
}
KERNEL(ofDecltype)
template <typename Function>
static auto callDecltype(Function run) -> decltype(run(64)) {
  return run(32);
}
KERNEL(ofRequires)
template <typename Function> static void callRequires(Function run) {
  if constexpr (requires { run(64); })
    run(32);
}
KERNEL(ofAssertion)
template <typename Function> static void callAssertion(Function run) {
  static_assert(sizeof(run(64)) == 4);
  run(32);
}
void launchGiven(int *p) {
  callNoexcept(RUN(ofNoexcept));
  callDecltype(RUN(ofDecltype));
  callRequires(RUN(ofRequires));
  callAssertion(RUN(ofAssertion));
}

KERNEL(ofTypeof)
KERNEL(ofTypeid)
KERNEL(ofGeneric)
KERNEL(ofBuiltin)
KERNEL(discarded)
void launch(int *p) {
  auto first = RUN(ofTypeof);
  __typeof__(first(64)) one = first(32);
  auto second = RUN(ofTypeid);
  bool isInt = typeid(second(64)) == typeid(second(32) + sizeof(second(64)));
  second(32);
  auto third = RUN(ofGeneric);
  _Generic(third(64), int: third(32), default: third(64));
  auto fourth = RUN(ofBuiltin);
  fourth(32) && __builtin_constant_p(fourth(64));
  auto fifth = RUN(discarded);
  if constexpr (sizeof(int) == 4)
    fifth(32);
  else
    fifth(64);
}

struct Dynamic {
  virtual ~Dynamic();
};
KERNEL(ofDynamicType)
KERNEL(ofSize)
void launchAfterAll(int *p, Dynamic &object) {
  auto first = [=](int n) -> Dynamic & {
    ofDynamicType<<<1, n>>>(p, 32);
    return *(Dynamic *)p;
  };
  bool isIt = typeid(first(64)) == typeid(Dynamic);
  auto second = RUN(ofSize);
  unsigned size = sizeof(int[second(64)]);
}

// MAP-LABEL: kernel "direct(
// MAP: launch "launch {{.*}}" block 32 grid 1 {
// MAP-NOT: launch "
KERNEL(direct)
void launchDirectly(int *p) {
  if constexpr (sizeof(int) == 4)
    direct<<<1, 32>>>(p, 32);
  else
    direct<<<1, 64>>>(p, 32);
}
