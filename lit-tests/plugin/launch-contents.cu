// What the host has put into arrays that kernels only read.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only -w %s --cuda-device-only \
// RUN:   -fplugin-arg-racemap-emit-map=- | FileCheck %s --implicit-check-not='each '
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdlib>
#include <vector>

#define READS(NAME, TYPE)                                                      \
  __global__ void NAME(int *out, TYPE *in, int n) {                            \
    if (threadIdx.x < n)                                                       \
      out[in[threadIdx.x]] = 1;                                                \
  }
#define TO_DEVICE(TO, FROM, BYTES)                                             \
  cudaMalloc(&TO, BYTES);                                                      \
  cudaMemcpy(TO, FROM, BYTES, cudaMemcpyHostToDevice)

// CHECK-LABEL: kernel "counted(
// CHECK: each i < i64(n) : in[i] == u32(i);
READS(counted, const int)
void count(int *out, int size) {
  int *h = (int *)malloc(size * sizeof(int)), *d;
  for (int i = 0; i < size; i++)
    h[i] = i;
  TO_DEVICE(d, h, size * sizeof(int));
  counted<<<1, 32>>>(out, d, size);
}

// A kernel that only reads it changes nothing, nor does what is done to the
// host's array behind the copy.
// CHECK-LABEL: kernel "twice(
// CHECK: each i < i64(n) : in[i] == u16(u32(i) *s 2);
READS(twice, short)
__global__ void look(int *out, short *in) {
  short *mine = in + threadIdx.x;
  *out = *mine++ + mine[0];
}
void countTwice(int *out, int size) {
  std::vector<short> h(size);
  for (int i = 0; i != size; ++i)
    h[i] = i * 2;
  short *d;
  TO_DEVICE(d, h.data(), h.size() * sizeof(short));
  look<<<1, 32>>>(out, d);
  twice<<<1, 32>>>(out, d, size);
  h[0] = 7;
  cudaMemcpy(&h[0], d, 4, cudaMemcpyDeviceToHost);
}

// Through a function that launches, with the device's memory filled by the host.
// CHECK-LABEL: kernel "passed(
// CHECK: launch "{{.*}} from {{.*}}" block 32 grid 1 {
// CHECK: each i < u64(n) : in[i] == u32(i) /u 2;
READS(passed, const unsigned)
static void pass(int *out, unsigned *d, int size) {
  passed<<<1, 32>>>(out, d, size);
}
void fillManaged(int *out, int size) {
  unsigned *m;
  cudaMallocManaged(&m, size * sizeof(unsigned));
  for (unsigned i = 0; size > i; i += 1)
    m[i] = i / 2;
  pass(out, m, size);
}

// Numbers by chance, and of rows.
// CHECK-LABEL: kernel "drawn(
// CHECK: each i < i64(n) : i64(in[i]) >= 1 && (i64(m) <= 0 || i64(in[i]) < i64(m) + 1);
__global__ void drawn(int *out, const int *in, int n, int m) {
  if (threadIdx.x < n)
    out[in[threadIdx.x] % m] = 1;
}
void draw(int *out, int size, int most) {
  int *h = new int[size], *d;
  for (size_t i = 0; i < size; ++i)
    h[i] = rand() % most + 1;
  TO_DEVICE(d, h, size * sizeof(int));
  drawn<<<1, 32>>>(out, d, size, most);
}
// CHECK-LABEL: kernel "image(
// CHECK: each i < i64(w) * i64(h) : i64(w) <= 0 || in[i] >= 0 && in[i] <= 15;
__global__ void image(int *out, const unsigned char *in, int w, int h) {
  if (threadIdx.x < w * h)
    out[in[threadIdx.x]] = 1;
}
void fillImage(int *out, int width, int height) {
  unsigned char *h = (unsigned char *)malloc(width * height), *d;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      h[y * width + x] = rand() % 16;
  TO_DEVICE(d, h, width * height);
  image<<<1, 32>>>(out, d, width, height);
}

// Members of elements, by a function, twice the same, and by another store.
// CHECK-LABEL: kernel "parts(
// CHECK: each i2 < i64(n) : in[i2 : 3] == u32(i2) *s 8;
// CHECK: each i2 < i64(n) : in[i2 : 3][1] == u32(i2) *s 8 +s 8;
// CHECK: each i2 < i64(n) : in[i2 : 3][2] >= 0 && in[i2 : 3][2] <= 5;
struct Part {
  int begin, end, kind;
};
__global__ void parts(int *out, const Part *in, int n) {
  if (threadIdx.x < n)
    for (int i = in[threadIdx.x].begin; i < in[threadIdx.x].end; ++i)
      out[i] = in[threadIdx.x].kind;
}
static Part partOf(int id) { return {8 * id, 8 * id + 8, 0}; }
void fillParts(int *out, int size) {
  Part *m;
  cudaMallocManaged(&m, size * sizeof(Part));
  for (int r = 0; r < 2; ++r) {
    for (int i = 0; i < size; ++i)
      m[i] = partOf(i);
    for (int i = 0; i < size; ++i)
      m[i].kind = 5;
    parts<<<1, 32>>>(out, m, size);
  }
}

// What is copied is less.
// CHECK-LABEL: kernel "fewer(
// CHECK: each i < i64(n) : (i +s 1) *s 4 > 40 || in[i] == u32(i);
READS(fewer, const int)
void copyFewer(int *out, int size) {
  int *h = (int *)malloc(size * sizeof(int)), *d;
  for (int i = 0; i < size; i++)
    h[i] = i;
  TO_DEVICE(d, h, 40);
  fewer<<<1, 32>>>(out, d, size);
}

// As many as a vector has.
// CHECK-LABEL: kernel "inVector(
// CHECK: each i < i64(n) : in[i] == u32(i + 1);
// CHECK-LABEL: kernel "inResized(
// CHECK: each i < i64(n) : i64(in[i]) >= -1 && (i64(n) <= 0 || i64(in[i]) < i64(n) + -1);
READS(inVector, const int)
void fillVector(int *out, int size) {
  std::vector<int> h(size);
  int *d;
  for (size_t i = 0; i < h.size(); ++i)
    (h[i]) = i + 1;
  TO_DEVICE(d, &h[0], h.size() * sizeof(int));
  inVector<<<1, 32>>>(out, d, size);
}
READS(inResized, const int)
void fillResized(int *out, int size) {
  std::vector<int> h;
  int *d;
  h.resize(size);
  for (int i = 0; i < (int)h.size(); ++i)
    h[i] = rand() % size - 1;
  TO_DEVICE(d, h.data(), h.size() * sizeof(int));
  inResized<<<1, 32>>>(out, d, size);
}

// Two stores: the range of both.
// CHECK-LABEL: kernel "either(
// CHECK: each i < i64(n) : in[i] >= 0 && in[i] <= 9;
READS(either, const int)
void storeEither(int *out, int size) {
  int *h = (int *)malloc(size * sizeof(int)), *d;
  for (int i = 0; i < size; i++)
    h[i] = rand() % 4;
  h[size / 2] = 9;
  TO_DEVICE(d, h, size * sizeof(int));
  either<<<1, 32>>>(out, d, size);
}

// Nothing is known of arrays that are changed in other ways, or of which the
// loop fills a part.
// CHECK-LABEL: kernel "nothing(
READS(nothing, const int)
__global__ void change(int *in) { in[threadIdx.x] += 1; }
__device__ int *kept;
__global__ void keep(int *in) { kept = in; }
static void changeAll(int *a, int n) {
  while (n)
    *a++ = --n;
}
static void moveAndChange(int *a, int n) { *(a += n) = 3; }
static void changeVector(std::vector<int> &v) { v[0] = 3; }
int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }

#define NOT_KNOWN(NAME, FILL, BEFORE, BEHIND)                                  \
  void NAME(int *out, int n, int m) {                                          \
    int *h = (int *)malloc(n * sizeof(int)), *d;                               \
    FILL;                                                                      \
    BEFORE;                                                                    \
    TO_DEVICE(d, h, n * sizeof(int));                                          \
    BEHIND;                                                                    \
    nothing<<<1, 32>>>(out, d, n);                                             \
  }
#define ALL for (int i = 0; i < n; ++i) h[i] = i
#define SMALL for (int i = 0; i < n; ++i) h[i] = rand() % 4
NOT_KNOWN(stored, ALL, h[m] = 3, )
NOT_KNOWN(storedAny, SMALL, h[m] = n, )
NOT_KNOWN(storedAgain, SMALL, (h[m] = 1) = 300, )
NOT_KNOWN(referred, ALL, int &r = h[0]; r = 3, )
NOT_KNOWN(referredTo, SMALL, int &r = (h[0] = 0); r = 300, )
NOT_KNOWN(pointed, ALL, int *p = h + 1; *p = 3, )
NOT_KNOWN(bytes, SMALL, ((unsigned char *)h)[1] = 3, )
NOT_KNOWN(given, ALL, changeAll(h, n), )
NOT_KNOWN(givenAndMoved, ALL, moveAndChange(h, n), )
NOT_KNOWN(found, ALL, *(int *)bsearch(&m, h, n, 4, compare) = 3, )
NOT_KNOWN(incremented, ALL, ++h[0], )
NOT_KNOWN(made, ALL, h = (int *)malloc(n * sizeof(int)), )
NOT_KNOWN(changedThere, ALL, , (change<<<1, 32>>>(d)))
NOT_KNOWN(keptThere, ALL, , (keep<<<1, 1>>>(d)))
NOT_KNOWN(copiedAgain, ALL, , cudaMemcpy(d, out, 4, cudaMemcpyDeviceToDevice))
NOT_KNOWN(cleared, ALL, , cudaMemset(d, 0, 4))
NOT_KNOWN(moved, ALL, , d += 1)
NOT_KNOWN(some, for (int i = 0; i < n; ++i) if (m > i) h[i] = i, , )
NOT_KNOWN(steps, for (int i = 0; i < n; i += 2) h[i] = i, , )
NOT_KNOWN(late, for (int i = 1; i < n; ++i) h[i] = i, , )
NOT_KNOWN(early, for (int i = 0; i < n; ++i) {
  if (i == m)
    break;
  h[i] = i;
}, , )
NOT_KNOWN(skipping, for (int i = 0; i < n; ++i) { h[i] = i; i += m; }, , )
NOT_KNOWN(shrinking, for (int i = 0; i < n; ++i) { h[i] = i; --n; }, , )
NOT_KNOWN(elsewhere, for (int i = 0; i < n; ++i) h[i ^ 1] = i, , )
NOT_KNOWN(growing, for (int i = 0; i < n; ++i) h[i] = m++, , )
NOT_KNOWN(negative, for (int i = 0; i < n; ++i) h[i] = -rand() % m, , )
NOT_KNOWN(columns, for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j)
          h[j * n + i] = i, , )
NOT_KNOWN(rowsOfTwoOrThree, for (int i = 0; i < n; ++i) {
  int w = 2 + (i & 1);
  for (int j = 0; j < w; ++j)
    h[i * w + j] = i;
}, , )
NOT_KNOWN(round, for (int i = 0; i < 20; ++i) for (int j = 0; j < 20; ++j)
          h[(unsigned char)(i * 20 + j)] = i, , )
NOT_KNOWN(wrapped, for (unsigned i = 0; i < n; ++i)
          for (unsigned j = 0; j < m; ++j) h[(size_t)(i * m + j)] = i, , )
NOT_KNOWN(triangle, for (int i = 0; i < n; ++i) for (int j = 0; j < i; ++j)
          h[i * i + j] = i, , )
NOT_KNOWN(cutRows, for (int i = 0; i < n; ++i)
          for (int j = 0; j < (unsigned char)m; ++j) h[i * m + j] = i, , )
NOT_KNOWN(once, if (m) { ALL; }, , )
NOT_KNOWN(never, , ; if (0) { ALL; }, )
NOT_KNOWN(inACase, switch (m) { default: { ALL; } case 1: ; }, , )
void copyInACondition(int *out, int n, int m) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  ALL;
  cudaMalloc(&d, n * sizeof(int));
  if (m)
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  nothing<<<1, 32>>>(out, d, n);
}
void changedForTheNextCopy(int *out, int n, int m) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  cudaMalloc(&d, n * sizeof(int));
  ALL;
  for (int r = 0; r < m; ++r) {
    cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
    nothing<<<1, 32>>>(out, d, n);
    h[0] = m;
  }
}
void filledBehind(int *out, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  TO_DEVICE(d, h, n * sizeof(int));
  ALL;
  nothing<<<1, 32>>>(out, d, n);
}
void vectors(int *out, int n) {
  std::vector<int> h(n);
  int *d;
  ALL;
  changeVector(h);
  TO_DEVICE(d, h.data(), n * sizeof(int));
  nothing<<<1, 32>>>(out, d, n);
}
void otherNames(int *out, int n) {
  std::vector<int> v(n), &h = v;
  int *d;
  ALL;
  v[0] = 7;
  TO_DEVICE(d, h.data(), n * sizeof(int));
  nothing<<<1, 32>>>(out, d, n);
}
void otherNamesOfSeveral(int *out, int n) {
  std::vector<std::vector<int>> all(3);
  int *d;
  for (auto &h : all) {
    h.resize(n);
    ALL;
    all[0][0] = 7;
    TO_DEVICE(d, h.data(), n * sizeof(int));
    nothing<<<1, 32>>>(out, d, n);
  }
}
void madeTogether(int *out, int n) {
  int *h, *other, *d;
  other = h = (int *)malloc(n * sizeof(int));
  ALL;
  other[0] = 7;
  TO_DEVICE(d, h, n * sizeof(int));
  nothing<<<1, 32>>>(out, d, n);
}
namespace pool {
int all[99];
int *malloc(int) { return all; }
} // namespace pool
void ofAPool(int *out, int n) {
  int *h = pool::malloc(n), *d;
  ALL;
  pool::all[0] = 7;
  TO_DEVICE(d, h, n * sizeof(int));
  nothing<<<1, 32>>>(out, d, n);
}
__host__ __device__ void onEither(int *p) {
#ifndef __CUDA_ARCH__
  p[0] = 7;
#endif
}
void byEither(int *out, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  ALL;
  onEither(h);
  TO_DEVICE(d, h, n * sizeof(int));
  nothing<<<1, 32>>>(out, d, n);
}
void managed(int *out, int n) {
  int *h;
  cudaMallocManaged(&h, n * sizeof(int));
  ALL;
  nothing<<<1, 32>>>(out, h, n);
  h[0] = 7;
}
// A negative remainder that becomes a large number.
// CHECK-LABEL: kernel "large(
// CHECK: each i < i64(n) : in[i] >= 0 && in[i] <= 4294967295;
READS(large, const long long)
void drawLarge(int *out, int n) {
  long long *h;
  cudaMallocManaged(&h, n * sizeof(long long));
  for (int i = 0; i < n; ++i)
    h[i] = (unsigned)(rand() % n - 5);
  large<<<1, 32>>>(out, h, n);
}
// That a loop fills something does not say that it was run.
// CHECK-LABEL: kernel "untouched(
// CHECK: launch "launch {{.*}}" block 32 grid 1 {
// CHECK-NOT: assume
// CHECK: each i < i64(m) : in[i] == u32(i);
// CHECK-NEXT: }
__global__ void untouched(int *out, const int *in, int n, int m) {
  if (threadIdx.x < n + m)
    out[in[threadIdx.x]] = 1;
}
void fillNone(int *out, int n, int m) {
  int *h;
  cudaMallocManaged(&h, 99 * sizeof(int));
  for (int i = 0; i < m; ++i)
    h[i] = i;
  untouched<<<1, 32>>>(out, h, n, m);
}
// A kernel that writes it.
// CHECK-LABEL: kernel "writes(
__global__ void writes(int *out, int *in, int n) {
  if (threadIdx.x < n)
    in[in[threadIdx.x]] = 1;
}
void write(int *out, int n) {
  int *h = (int *)malloc(n * sizeof(int)), *d;
  ALL;
  TO_DEVICE(d, h, n * sizeof(int));
  writes<<<1, 32>>>(out, d, n);
}
