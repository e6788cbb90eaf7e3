// Blocks beside each other whose threads know only their global index run as
// one: what they leave is what blocks of their own leave.
//
// RUN: %runtime
// RUN: %racemap cc --device=cpu -O2 %s -o %t
// RUN: %t far | FileCheck %s --check-prefixes=CHECK,FAR
// RUN: env RACEMAP_OPTIONS=workers=1 %t | FileCheck %s
// RUN: env RACEMAP_OPTIONS=workers=1 %t rows | FileCheck %s --check-prefix=ROWS
// RUN: env RACEMAP_OPTIONS=seed=3 %t | FileCheck %s
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void cross(const int *in, int *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1)
    return;
  out[y * w + x] = in[y * w + x] + 2 * in[y * w + x - 1] +
                   3 * in[y * w + x + 1] + 4 * in[(y - 1) * w + x] +
                   5 * in[(y + 1) * w + x];
}

__global__ void strides(const int *in, int *out, size_t n) {
  size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += step)
    out[i] = in[i] + int(i);
}

// Where blocks have fewer threads than that, some elements are nobody's.
__global__ void fixed(int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = i;
}

__global__ void rows(int *out) {
  int *row = out + blockIdx.x * blockDim.x;
  row[threadIdx.x] = blockIdx.y + blockIdx.z;
}

// Races: the first line of threads comes before the second one of the block
// before only where both blocks run as one. With one worker, in each launch.
__global__ void lines(int *out, int *first, const int *before, int w) {
  int i = threadIdx.y * w + blockIdx.x * blockDim.x + threadIdx.x;
  first[i] = before[i];
  out[i] = 1;
}

// These know their own numbers, too.
__global__ void numbers(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = threadIdx.x + 1000 * blockIdx.x;
}

// So do these: whichever number it is, there may be one load of it.
__device__ unsigned blockAlong(int axis) {
  switch (axis) {
  case 0:
    return blockIdx.x;
  case 1:
    return blockIdx.y;
  default:
    return blockIdx.z;
  }
}

__global__ void along(int *out, int axis) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockAlong(axis);
}

// Offsets that are no int any more begin anew.
__global__ void far(char *out, long n) {
  long i = long(int(blockIdx.x * blockDim.x)) + threadIdx.x;
  if (i < n)
    out[i] = 1;
}

template <typename T> static T *array(size_t n, T first, T step) {
  T *p;
  cudaMallocManaged(&p, n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    p[i] = T(first + step * T(i));
  return p;
}

static void say(const char *what, bool isRight) {
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s: %s\n", what, isRight && !error ? "right" : "WRONG");
}

static bool isCross(int w, int h, dim3 block) {
  int *in = array(w * h, 3, 7), *out = array(w * h, -1, 0);
  cross<<<dim3((w + block.x - 1) / block.x, (h + block.y - 1) / block.y),
          block>>>(in, out, w, h);
  cudaDeviceSynchronize();
  bool isRight = true;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int i = y * w + x, wanted = -1;
      if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        wanted = in[i] + 2 * in[i - 1] + 3 * in[i + 1] + 4 * in[i - w] +
                 5 * in[i + w];
      isRight &= out[i] == wanted;
    }
  return isRight;
}

static bool isFixed(int threads) {
  int *out = array(200 * 64, -1, 0);
  fixed<<<200, threads>>>(out);
  cudaDeviceSynchronize();
  bool isRight = true;
  for (int i = 0; i < 200 * 64; ++i)
    isRight &= out[i] == (i % 64 < threads ? i : -1);
  return isRight;
}

static int numEarly() {
  int w = 200 * 32, *out = array(3 * w, 0, 0), *first = array(2 * w, 0, 0);
  lines<<<200, dim3(32, 2)>>>(out, first, out + w - 32, w);
  cudaDeviceSynchronize();
  int num = 0;
  for (int i = 32; i < w; ++i)
    num += first[i] == 0;
  return num;
}

int main(int count, char **arguments) {
  if (count > 1 && !strcmp(arguments[1], "rows")) {
    int num = numEarly();
    say("rows", num > 0 && num == numEarly() && num == numEarly());
    return 0; // ROWS: rows: right
  }
  say("cross", isCross(300, 90, {8, 4}) && isCross(1000, 40, {16, 16}) &&
                   isCross(70, 300, {32, 2}) && isCross(257, 33, {1, 8}));
  // CHECK: cross: right

  int n = 50000, *in = array(n, 5, 3), *out = array(n, 0, 0);
  strides<<<120, 40>>>(in, out, n);
  cudaDeviceSynchronize();
  bool all = true;
  for (int i = 0; i < n; ++i)
    all &= out[i] == in[i] + i;
  say("strides", all); // CHECK: strides: right

  say("fixed", isFixed(64) && isFixed(32)); // CHECK: fixed: right

  int *sums = array(200 * 48, -1, 0);
  rows<<<dim3(200, 1, 1), 48>>>(sums);
  cudaDeviceSynchronize();
  all = true;
  for (int i = 0; i < 200 * 48; ++i)
    all &= sums[i] == 0;
  say("rows", all); // CHECK: rows: right

  numbers<<<200, 48>>>(sums);
  cudaDeviceSynchronize();
  all = true;
  for (int i = 0; i < 200 * 48; ++i)
    all &= sums[i] == i % 48 + 1000 * (i / 48);
  say("numbers", all); // CHECK: numbers: right

  along<<<200, 48>>>(sums, 0);
  cudaDeviceSynchronize();
  all = true;
  for (int i = 0; i < 200 * 48; ++i)
    all &= sums[i] == i / 48;
  say("along", all); // CHECK: along: right

  if (count < 2)
    return 0;
  // As many threads as there are ints, and some.
  char *flags = array<char>(4096 * 1024, 0, 0);
  far<<<(1 << 21) + 4096, 1024>>>(flags + (1L << 31),
                                  4096 * 1024 - (1L << 31));
  cudaDeviceSynchronize();
  all = true;
  for (int i = 0; i < 4096 * 1024; ++i)
    all &= flags[i] == 1;
  say("far", all); // FAR: far: right
}
