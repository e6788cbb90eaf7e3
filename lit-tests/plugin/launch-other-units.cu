// What other units of a project pass to functions that launch, and how they
// launch kernels.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %clang -x c++ -DCALLER -fsyntax-only -w %s -fplugin=%plugin \
// RUN:   -fplugin-arg-racemap-emit-calls=%t/caller.json
// RUN: %bare
// RUN: %clangxx_cuda -DLAUNCHER -fsyntax-only -w %s \
// RUN:   -fplugin-arg-racemap-emit-calls=%t/launcher.json 2>&1 | count 0
// RUN: %clangxx_cuda -fsyntax-only -w %s \
// RUN:   -fplugin-arg-racemap-emit-calls=%t/its.json 2>&1 | count 0
// RUN: python3 %S/Inputs/calls.py %t/caller.json %t/calls.json
// RUN: python3 %S/Inputs/calls.py %t/launcher.json %t/launches.json
// RUN: python3 %S/Inputs/calls.py %t/launcher.json %t/some-launches.json \
// RUN:   mentioned
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- \
// RUN:   -fplugin-arg-racemap-calls=%t/calls.json | \
// RUN:   FileCheck %s --check-prefixes=CALLS
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- \
// RUN:   -fplugin-arg-racemap-calls=%t/launches.json | \
// RUN:   FileCheck %s --check-prefixes=LAUNCHES
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- \
// RUN:   -fplugin-arg-racemap-calls=%t/some-launches.json | \
// RUN:   FileCheck %s --check-prefixes=LAUNCHES,ANY
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t/its.json
// RUN: %clangxx_cuda -fsyntax-only %s \
// RUN:   -fplugin-arg-racemap-calls=%t/none.json 2>&1 | \
// RUN:   FileCheck %s --check-prefix=NONE
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Shape {
  int width, pitch;
  bool isWhole;
};
struct Planes {
  unsigned *out;
  const unsigned *in;
};

void runRows(unsigned *p, Shape s, int h);
void runBoth(Planes p, int n);
void runByReference(unsigned *p, const Shape &s);
void runChanging(unsigned *p, const Shape &s, int *other);
void runIfWhole(unsigned *p, bool isWhole, unsigned char n);
void runThrough(unsigned *p, int n);
void runPointed(unsigned *p, int n);

// SAYS: "defines":[
// SAYS-NOT: runHere
// SAYS: "_Z{{[0-9]+}}runThrough
// SAYS-NOT: runHere
// SAYS: "mentions":[]
// NONE: none.json: cannot read: No such file or directory

#ifdef CALLER

extern "C" int cudaMalloc(void **, unsigned long);
extern "C" int atoi(const char *);
int chosen();

int main(int argc, char **argv) {
  int h = argc > 1 ? atoi(argv[1]) : 64;
  unsigned *d;
  cudaMalloc((void **)&d, 256 * 4 * h);
  if (h % 2 == 0)
    runRows(d, Shape{200, 256, true}, h);
  runBoth({d + 4, d}, 100);
  runByReference(d, Shape{chosen(), 32, false});
  runChanging(d, Shape{64, 32, false},
              nullptr);
  runIfWhole(d, h == 3, 7);
  void (*run)(unsigned *, int) = runPointed;
  runPointed(d, 16);
  run(d, chosen());
  return 0;
}
// Other units may call it with anything.
void pass(unsigned *p, int n) {
  if (n > 8)
    runThrough(p, n * 4);
}

#elif defined(LAUNCHER)

__global__ void launchedElsewhere(const unsigned *unused, unsigned *out, int n,
                                  Planes p);
extern "C" int atoi(const char *);
int main(int argc, char **argv) {
  unsigned *d;
  int n = atoi(argv[1]);
  launchedElsewhere<<<(n + 63) / 64, 64>>>(d, d + 2, n, {d + 4, d + 8});
}

#else

#define I blockIdx.x *blockDim.x + threadIdx.x

// CALLS-LABEL: kernel "rows(
// CALLS-NEXT: param width : i32;
// CALLS-NEXT: param pitch : i32;
// CALLS-NEXT: global out
// CALLS-NEXT: launch "launch {{.*}}units.cu:[[# @LINE + 21]]" block 256 grid _ {
// CALLS-NEXT: computed width;
// CALLS-NEXT: computed pitch;
// CALLS-NEXT: computed gridDim.x;
// CALLS-NEXT: }
// CALLS-NEXT: launch "launch {{.*}}units.cu:[[# @LINE + 16]] from {{.*}}units.cu:[[# @LINE - 41]]" block 256 grid _ {
// CALLS: host [[VALUE:.*]] : i32;
// CALLS: assume width == 200;
// CALLS: assume pitch == 256;
// CALLS: assume gridDim.x == [[H:.*]];
// CALLS: assume [[H]] % 2 == 0;
// CALLS: extent out = i64([[H]] *s 1024);
// CALLS: launch "launch {{.*}} from {{.*}} with argc == 1" block 256 grid 64 {
// CALLS-NEXT: assume width == 200;
// CALLS-NEXT: assume pitch == 256;
// CALLS-NEXT: extent out = 65536;
__global__ void rows(unsigned *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = 1;
}
void runRows(unsigned *p, Shape s, int h) {
  rows<<<h, 256>>>(p, s.width, s.pitch);
}

// Where pointers point into one object, what is read is not taken to stay.
// CALLS-LABEL: kernel "both(
// CALLS: launch "launch {{.*}} from {{.*}}units.cu
// CALLS-NEXT: assume n == 100;
// CALLS-NEXT: alias {{.*}}
// CALLS: rd in[{{.*}}] => [[READ:.*]] @
// CALLS: = [[READ]]
__global__ void both(unsigned *out, const unsigned *in, int n) {
  if (I < n)
    out[I] = in[I];
}
void runBoth(Planes p, int n) { both<<<(n + 63) / 64, 64>>>(p.out, p.in, n); }

// CALLS-LABEL: kernel "byReference(
// CALLS: launch "launch {{.*}} from
// CALLS: computed width;
// CALLS-NEXT: assume pitch == 32;
__global__ void byReference(unsigned *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = 1;
}
void runByReference(unsigned *p, const Shape &s) {
  byReference<<<8, 256>>>(p, s.width, s.pitch);
}

// CALLS-LABEL: kernel "changing(
// CALLS-NOT: pitch ==
// CALLS: relevant
__global__ void changing(unsigned *out, int width, int pitch) {
  if (threadIdx.x < width)
    out[blockIdx.x * pitch + threadIdx.x] = 1;
}
void runChanging(unsigned *p, const Shape &s, int *other) {
  *other = 7;
  changing<<<8, 256>>>(p, s.width, s.pitch);
}

// CALLS-LABEL: kernel "ifWhole(
// CALLS: launch "launch {{.*}} from
// CALLS: assume n == 7;
// CALLS: assume {{.*}} == 3;
__global__ void ifWhole(unsigned *out, int n) {
  if (threadIdx.x < n)
    *out = threadIdx.x;
}
void runIfWhole(unsigned *p, bool isWhole, unsigned char n) {
  if (isWhole)
    ifWhole<<<1, 32>>>(p, n);
}

// CALLS-LABEL: kernel "through(
// CALLS: launch "launch {{.*}} from
// CALLS-NEXT: host n2 : i32;
// CALLS-NEXT: assume n == n2 *s 4;
// CALLS-NEXT: assume n2 > 8;
__global__ void through(unsigned *out, int n) {
  if (threadIdx.x < n)
    *out = threadIdx.x;
}
void runThrough(unsigned *p, int n) { through<<<1, 32>>>(p, n); }

// What it is called with over its address is not known.
// CALLS-LABEL: kernel "pointed(
// CALLS-NEXT: param
// CALLS-NEXT: global
// CALLS-NEXT: launch "{{[^"]*}}" block 32 grid 1 {
// CALLS-NEXT: computed n;
// CALLS: launch "launch {{.*}} from
// CALLS: assume n == 16;
__global__ void pointed(unsigned *out, int n) {
  if (threadIdx.x < n)
    *out = threadIdx.x;
}
void runPointed(unsigned *p, int n) { pointed<<<1, 32>>>(p, n); }

__global__ void here(unsigned *out, int n) {
  if (threadIdx.x < n)
    *out = threadIdx.x;
}
static void runHere(unsigned *p, int n) { here<<<1, 32>>>(p, n); }
inline void runHereAsWell(unsigned *p, int n) { runHere(p, n); }
void (*User)(unsigned *, int) = runHereAsWell;

// LAUNCHES-LABEL: kernel "launchedElsewhere(
// LAUNCHES: launch "launch {{.*}}units.cu:[[# @LINE - 119]]" block 64 grid _ {
// LAUNCHES: assume gridDim.x == (n +s 63) / 64;
// LAUNCHES: alias p.in = out[6]
// LAUNCHES: }
// ANY: launch "symbolic"
// LAUNCHES-NOT: launch "
// LAUNCHES: rd p.in[{{.*}}] => [[READ:.*]] @
__global__ void launchedElsewhere(const unsigned *unused, unsigned *out, int n,
                                  Planes p) {
  if (I < n)
    out[I] = p.in[I];
}

#endif
