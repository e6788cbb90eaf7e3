// An index is divided into row and column, image and channel, of sizes that are
// names, and put together in another order. Sizes that something is divided by
// are taken to be at least 1.
//
// RUN: %bare
// RUN: %racemap check %s --json=%t.json --stats=1 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON <%t.json
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD-DAG: kernel 'image({{.*}} 2 by algebra
// GOOD-DAG: kernel 'volume({{.*}} 2 by algebra
// GOOD-DAG: kernel 'heads({{.*}} 2 by algebra
// GOOD-DAG: kernel 'channelsLast({{.*}} 2 by algebra
// GOOD-DAG: kernel 'twice({{.*}} 2 by algebra
// GOOD: 5 kernels: 5 race-free, 0 racy, 0 unknown
// JSON: w > 0
// BAD-DAG: data race on 'a' in kernel 'image({{.*}} (provable)
// BAD-DAG: data race on 'a' in kernel 'volume({{.*}} (provable)
// BAD-DAG: data race on 'a' in kernel 'heads({{.*}} (provable)
// BAD-DAG: data race on 'a' in kernel 'channelsLast({{.*}} (provable)
// BAD-DAG: data race on 'a' in kernel 'twice({{.*}} (provable)
// BAD: 5 kernels: 0 race-free, 5 racy, 0 unknown

#ifdef BAD
#define ONE_LESS -1
#else
#define ONE_LESS
#endif

__global__ void image(float *a, int w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i / w * (w ONE_LESS) + i % w] = i;
}

__global__ void volume(float *a, unsigned w, unsigned h, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned x = i % w, y = i / w % h, z = i / (w * h);
    a[(z * (h ONE_LESS) + y) * w + x] = i;
  }
}

__global__ void heads(float *a, int batches, int tokens, int numHeads,
                      int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= batches * numHeads * tokens * size)
    return;
  int batch = i / (numHeads * tokens * size);
  int rest = i % (numHeads * tokens * size);
  int head = rest / (tokens * size);
  rest %= tokens * size;
  int token = rest / size;
  a[batch * tokens * numHeads * size + token * numHeads * size +
    head * (size ONE_LESS) + rest % size] = i;
}

__global__ void channelsLast(float *a, int n, int c, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * c * h * w)
    return;
  int x = i % w, y = i / w % h, channel = i / (w * h) % c,
      which = i / (w * h * c);
  a[((which * h + y) * w + x) * (c ONE_LESS) + channel] = i;
}

// Four of an image that is twice as large each way.
__global__ void twice(float *a, size_t n, size_t c, size_t h, size_t w) {
  size_t i = size_t(blockDim.x) * blockIdx.x + threadIdx.x;
  if (i >= n * c * h * w)
    return;
  size_t x = i % w, y = i / w % h, channel = i / (h * w) % c,
         which = i / (c * h * w);
  size_t corner = which * c * (2 * h * (2 * w)) + channel * (2 * h * (2 * w)) +
                  y * 2 * (2 * w ONE_LESS) + x * 2;
  for (int j = 0; j < 2; ++j)
    for (int k = 0; k < 2; ++k)
      a[corner + j * (2 * w) + k] = i;
}
