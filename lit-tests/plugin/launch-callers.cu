// What a function that launches is given by those that call it.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s --check-prefixes=CHECK,LIBRARY
// RUN: %clangxx_cuda -fsyntax-only -w %s -DPROGRAM \
// RUN:   -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s --check-prefixes=CHECK,PROGRAM
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdlib>

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

// All calls are in sight: these are all launches.
// CHECK-LABEL: kernel "closed(
// CHECK: launch "launch {{.*}}:[[@LINE+8]] from {{.*}}:[[@LINE+11]]" block 64 grid 16 {
// CHECK-NEXT: assume n == 1024;
// CHECK-NEXT: }
// CHECK: launch "launch {{.*}}:[[@LINE+5]] from {{.*}}:[[@LINE+10]]" block 32 grid _ {
// CHECK: assume n > 5;
// CHECK-NOT: launch "
KERNEL(closed)
static void runClosed(unsigned *p, int n, dim3 block) {
  closed<<<(n + block.x - 1) / block.x, block>>>(p, n);
}
void callClosed(unsigned *p, int size) {
  runClosed(p, 1024, dim3(64));
  if (size > 5)
    runClosed(p, size, 32);
}

// Its conditions hold, and what loops in the caller say.
// CHECK-LABEL: kernel "deep(
// CHECK: launch "launch {{.*}} from {{.*}} from {{.*}}" block _ grid 1 {
// CHECK-DAG: assume n > 7;
// CHECK-DAG: assume blockDim.x == 128 || blockDim.x == 64 || blockDim.x == 32;
// CHECK-NOT: launch "
KERNEL(deep)
static void deepest(unsigned *p, int threads, int n) {
  deep<<<1, threads>>>(p, n);
}
namespace {
void middle(unsigned *p, int m) {
  for (int threads = 128; threads >= 32; threads /= 2)
    deepest(p, threads, m);
}
} // namespace
void outer(unsigned *p, int m) {
  if (m <= 7)
    return;
  middle(p, m);
}

// Others may call it, too, with any number; unless this is a whole program, and
// no header declares it.
// CHECK-LABEL: kernel "open(
// LIBRARY: launch "launch {{[^ ]*}}" block _ grid 1
// LIBRARY-NOT: computed
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 96 grid 1
// PROGRAM: assume "no other unit calls 'runOpen'" derived;
// CHECK-NOT: launch "
KERNEL(open)
void runOpen(unsigned *p, int threads, int n) {
  open<<<1, threads>>>(p, n);
}
void callOpen(unsigned *p) { runOpen(p, 96, 4); }

// A method that only its class calls.
// CHECK-LABEL: kernel "privately(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 96 grid 1
// CHECK-NOT: launch "
KERNEL(privately)
class Runner {
  void run(unsigned *p, int threads, int n) { privately<<<1, threads>>>(p, n); }

public:
  void runAll(unsigned *p) { run(p, 96, 4); }
};

// A function whose address is taken has callers that are not in sight; one that
// calls itself, too many; what it changes is not what it was given.
// CHECK-LABEL: kernel "pointed(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK-NEXT: computed n;
// CHECK-NEXT: computed blockDim.x;
// CHECK: launch "launch {{[^ ]*}} from {{[^ ]*}}" block 96 grid 1
// CHECK-NOT: launch "
KERNEL(pointed)
static void runPointed(unsigned *p, int threads, int n) {
  pointed<<<1, threads>>>(p, n);
}
void callPointed(unsigned *p) {
  runPointed(p, 96, 4);
  void (*way)(unsigned *, int, int) = runPointed;
  way(p, 32, 4);
}

// CHECK-LABEL: kernel "recursive(
// CHECK: launch "launch {{[^ ]*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
KERNEL(recursive)
static void runRecursive(unsigned *p, int threads, int n) {
  recursive<<<1, threads>>>(p, n);
  if (threads > 1)
    runRecursive(p, threads - 1, n);
}
void callRecursive(unsigned *p) { runRecursive(p, 96, 4); }

// CHECK-LABEL: kernel "changing(
// CHECK: launch "launch {{.*}} from {{.*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK: launch "launch {{.*}} from {{.*}}" block 192 grid 1 {
// CHECK-NOT: launch "
KERNEL(changing)
void change(int &);
static void runChanging(unsigned *p, int threads, int n) {
  change(threads);
  changing<<<1, threads>>>(p, n);
}
static void runDoubled(unsigned *p, int threads, int n) {
  threads *= 2;
  changing<<<1, threads>>>(p, n);
}
void callChanging(unsigned *p) {
  runChanging(p, 96, 4);
  runDoubled(p, 96, 4);
}

// A reference: what it refers to may be changed meanwhile.
// CHECK-LABEL: kernel "referring(
// CHECK: launch "launch {{.*}} from {{.*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
KERNEL(referring)
static int inAll = 32;
static void runReferring(unsigned *p, const int &threads, int n) {
  inAll = 64;
  referring<<<1, threads>>>(p, n);
}
void callReferring(unsigned *p) { runReferring(p, inAll, 4); }

// CHECK-LABEL: kernel "shared(
// CHECK: launch "launch {{.*}} from {{.*}}" block _ grid 1 {
// CHECK: computed blockDim.x;
// CHECK-NOT: launch "
KERNEL(shared)
static void runShared(unsigned *p, const int &threads, int &other, int n) {
  other = 64;
  shared<<<1, threads>>>(p, n);
}
void callShared(unsigned *p) {
  int threads = 32;
  runShared(p, threads, threads, 4);
}

// Two pointers into one object.
// CHECK-LABEL: kernel "moved(
// CHECK: alias in = out[1];
__global__ void moved(unsigned *out, const unsigned *in) {
  out[threadIdx.x] = in[threadIdx.x];
}
static void runMoved(unsigned *out, const unsigned *in) {
  moved<<<1, 32>>>(out, in);
}
void callMoved(unsigned *p) { runMoved(p, p + 1); }

#ifdef PROGRAM
int main() {}
#endif

// What it is called with through its address is not known.
// CHECK-LABEL: kernel "tabled(
// CHECK: launch "launch {{.*}}" block 64 grid 1 {
// CHECK-NEXT: computed n;
KERNEL(tabled)
void runTabled(unsigned *p, int n) { tabled<<<1, 64>>>(p, n); }
void (*Table[])(unsigned *, int) = {runTabled};
