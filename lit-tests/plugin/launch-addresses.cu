// A function that is given the address of a variable may change it, then and
// there. That none keeps the address for later is an assumption, and is not made
// where the code shows that it is kept, or where something else has it.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only -w %s -fplugin-arg-racemap-emit-map=- | \
// RUN:   FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define KERNEL(NAME)                                                           \
  __global__ void NAME(unsigned *out, int n) {                                 \
    if (blockIdx.x * blockDim.x + threadIdx.x < n)                             \
      out[blockIdx.x * blockDim.x + threadIdx.x] = 1;                          \
  }

bool load(const char *path, int *width, int *height);
void other();

// CHECK-LABEL: kernel "loaded(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK-NEXT: computed n;
// CHECK-NEXT: assume gridDim.x == n /u 64;
// CHECK-NEXT: assume "no function keeps the address of 'width'" derived;
// CHECK-NEXT: }
KERNEL(loaded)
void loadAndLaunch(unsigned *p) {
  int width = 0, height = 0;
  load("picture", &width, &height);
  unsigned blocks = unsigned(width) / 64;
  other();
  loaded<<<blocks, 64>>>(p, width);
}

// By a reference, and before it is set again.
// CHECK-LABEL: kernel "setAgain(
// CHECK: launch "launch {{.*}}" block 96 grid 1 {
// CHECK-NEXT: assume n == 4;
// CHECK-NEXT: assume "no function keeps the address of 'threads'" derived;
// CHECK-NEXT: }
KERNEL(setAgain)
void ask(int &);
void askAndSet(unsigned *p) {
  int threads;
  ask(threads);
  threads = 96;
  other();
  setAgain<<<1, threads>>>(p, 4);
}

// Loaded twice, there are two values.
// CHECK-LABEL: kernel "loadedTwice(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK-NEXT: host width : i32;
// CHECK: assume gridDim.x == width /u 64;
KERNEL(loadedTwice)
void loadTwice(unsigned *p) {
  int width, height;
  load("picture", &width, &height);
  unsigned blocks = unsigned(width) / 64;
  load("another", &width, &height);
  loadedTwice<<<blocks, 64>>>(p, width);
}

#define OPEN(NAME) KERNEL(NAME)
// CHECK-LABEL: kernel "keptInSight(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: derived
OPEN(keptInSight)
struct Keeper {
  int *Its;
  void take(int *p);
};
int *Last;
void remember(int *p) { Last = p; }
void keepInSight(unsigned *p) {
  int threads = 32;
  remember(&threads);
  other();
  keptInSight<<<1, threads>>>(p, 4);
}

// CHECK-LABEL: kernel "keptByObject(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: derived
OPEN(keptByObject)
void keepByObject(unsigned *p, Keeper &k) {
  int threads = 32;
  k.take(&threads);
  keptByObject<<<1, threads>>>(p, 4);
}

// CHECK-LABEL: kernel "returned(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: derived
OPEN(returned)
int *larger(int *a, int *b);
void returnIt(unsigned *p) {
  int threads = 32, others = 64;
  *larger(&threads, &others) = 1024;
  returned<<<1, threads>>>(p, 4);
}

// For later, by another function.
// CHECK-LABEL: kernel "leftTo(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: derived
OPEN(leftTo)
int begin(int (*run)(int *), int *on);
int change(int *);
void leave(unsigned *p) {
  int threads = 32;
  begin(change, &threads);
  leftTo<<<1, threads>>>(p, 4);
}

// CHECK-LABEL: kernel "stored(
// CHECK: launch "launch {{.*}}" block _ grid 1 {
// CHECK-NOT: derived
OPEN(stored)
void store(unsigned *p) {
  int threads = 32, height;
  int *its = &threads;
  load("picture", &threads, &height);
  *its = 1024;
  stored<<<1, threads>>>(p, 4);
}

// A row has the bytes that were asked for.
// CHECK-LABEL: kernel "pitched(
// CHECK: launch "launch {{.*}}" block 64 grid _ {
// CHECK: host pitch : i64;
// CHECK: assume {{.*}}4 <=u pitch;
// CHECK: assume pitch <=u 2147483647;
cudaError_t cudaMallocPitch(void **p, unsigned long *pitch, unsigned long width,
                            unsigned long height);
__global__ void pitched(float *out, int stride, int width) {
  out[blockIdx.x * stride + threadIdx.x] = width;
}
void pitch(unsigned width, unsigned height) {
  float *p;
  unsigned long pitch;
  if (cudaMallocPitch((void **)&p, &pitch, width * sizeof(float), height))
    return;
  pitched<<<height, 64>>>(p, pitch / sizeof(float), width);
}
