// What is in a static __device__ variable that nobody writes is known; what the
// host or a kernel may write is not.
//
// RUN: %runtime
// RUN: not %racemap check %s --kernel=Racy --level=possible 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-8: warning: data race on 'out'
// CHECK: 8 kernels: 0 race-free, 8 racy, 0 unknown
// GOOD: 4 kernels: 4 race-free, 0 racy, 0 unknown

static __device__ int stride = 3;
static __device__ int none;
static __device__ int table[4] = {4, 1, 3, 2};
static __device__ const short steps[2] = {2, 2};
static __device__ int again[4] = {4, 1, 4, 2};
static __device__ int fromHost = 3;
static __device__ int fromKernel = 3;
static __device__ int escapes = 3;
__device__ int anywhere = 3;

__global__ void strideGood(int *out) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) * stride] = threadIdx.x;
}

__global__ void tableGood(int *out) {
  if (threadIdx.x < 4 && blockIdx.x == 0)
    out[table[threadIdx.x]] = threadIdx.x;
}

__global__ void stepsGood(int *out) {
  if (blockIdx.x == 0)
    out[threadIdx.x * steps[threadIdx.x & 1] + none] = threadIdx.x;
}

__global__ void tableRacy(int *out) {
  if (threadIdx.x < 4 && blockIdx.x == 0)
    out[again[threadIdx.x]] = threadIdx.x;
}

__global__ void hostRacy(int *out) { out[threadIdx.x * fromHost] = threadIdx.x; }

__global__ void kernelRacy(int *out) {
  out[threadIdx.x * fromKernel] = threadIdx.x;
}

__global__ void escapesRacy(int *out) {
  out[threadIdx.x * escapes] = threadIdx.x;
}

__global__ void anywhereRacy(int *out) {
  out[threadIdx.x * anywhere] = threadIdx.x;
}

__global__ void writes(int n) { fromKernel = n; }

__global__ void hands(int **to) { *to = &escapes; }

void host(int *out) {
  int n = 0;
  cudaMemcpyToSymbol(fromHost, &n, sizeof(n));
  strideGood<<<1, 64>>>(out);
  hostRacy<<<1, 64>>>(out);
  kernelRacy<<<1, 64>>>(out);
  escapesRacy<<<1, 64>>>(out);
  anywhereRacy<<<1, 64>>>(out);
}

// Reads at offsets that are no multiple of their size.
struct __attribute__((packed)) Record {
  char kind;
  int at;
};
static __device__ Record same[4] = {{1, 0}, {1, 0}, {1, 0}, {1, 0}};
static __device__ Record others[4] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}};
static const __device__ unsigned char code[8] = {9, 0, 0, 0, 0, 9, 9, 9};
static const __device__ int pairs[4] = {7, 0, 0, 7};

__global__ void packedRacy(int *out) {
  if (same[threadIdx.x & 1].at == 0)
    out[0] = threadIdx.x;
}

__global__ void packedGood(int *out) {
  if (threadIdx.x < 4 && blockIdx.x == 0)
    out[others[threadIdx.x].at] = threadIdx.x;
}

__global__ void copiedRacy(int *out) {
  unsigned short two;
  memcpy(&two, code + 1 + 2 * (threadIdx.x & 1), 2);
  if (two == 0)
    out[0] = threadIdx.x;
}

__global__ void wideRacy(int *out) {
  long long two;
  memcpy(&two, pairs + (threadIdx.x & 1), 8);
  if (two == 0)
    out[0] = threadIdx.x;
}
