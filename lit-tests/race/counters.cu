// Positions that an atomic counter hands out are distinct, as long as nothing
// but additions happens to the counter in between. Silent kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void compact(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    out[atomicAdd(n, 1)] = in[i];
}

// Two calls in the source, one counter.
__global__ void twoCalls(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] > 0)
    out[atomicAdd(n, 1)] = in[i];
  out[atomicAdd(n, 1)] = i;
}

// Pieces of four.
__global__ void pieces(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = atomicAdd(n, 4);
  for (int k = 0; k < 4; k++)
    out[at + k] = in[i];
}
// expected-remark@+1 {{undecided}}
__global__ void overlappingPieces(int *out, int *n, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = atomicAdd(n, 3);
  for (int k = 0; k < 4; k++)
    out[at + k] = in[i];
}

__global__ void fromTheTop(int *out, int *n) {
  out[atomicSub(n, 1)] = threadIdx.x;
}

// One counter for each bucket.
__global__ void buckets(int *out, int *count, const int *key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = atomicAdd(&count[key[i]], 1);
  if (at >= 0 && at < 64)
    out[key[i] * 64 + at] = i;
}
__global__ void bucketsInALoop(int *out, int *count, const int *key, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size;
       i += gridDim.x * blockDim.x) {
    int at = atomicAdd(&count[key[i]], 1);
    if (at >= 0 && at < 64)
      out[key[i] * 64 + at] = i;
  }
}

// expected-remark@+1 {{undecided}}
__global__ void differentBuckets(int *out, int *count, const int *key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[atomicAdd(&count[key[i]], 1)] = i;
}

// expected-remark@+1 {{undecided}}
__global__ void notCounted(int *out, int *n) {
  out[atomicAdd(n, 0)] = threadIdx.x;
}

// expected-remark@+1 {{undecided}}
__global__ void upAndDown(int *out, int *n) {
  out[atomicAdd(n, 1)] = threadIdx.x;
  atomicAdd(n, -1);
}

// expected-remark@+1 {{undecided}}
__global__ void byAnything(int *out, int *n, int step) {
  out[atomicAdd(n, step)] = threadIdx.x;
}

// expected-remark@+1 {{undecided}}
__global__ void exchanged(int *out, int *n) {
  out[atomicAdd(n, 1)] = threadIdx.x;
  if (threadIdx.x == 0)
    atomicExch(n, 0);
}

// Atomic within a block only.
__global__ void ofTheBlock(int *out, int *n) {
  // expected-warning@*:* {{data race on 'n'}} expected-note@*:* 0+{{}}
  if (blockIdx.x < 7)
    out[atomicAdd_block(n, 1)] = threadIdx.x;
}

// A counter of the block, set by one thread before a barrier.
#define SET_AND_COUNT(NAME, SYNC)                                              \
  __global__ void NAME(int *out, const int *in) {                              \
    __shared__ int n;                                                          \
    __shared__ int kept[256];                                                  \
    if (threadIdx.x == 0)                                                      \
      n = 0;                                                                   \
    SYNC;                                                                      \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    if (in[i] > 0)                                                             \
      kept[atomicAdd(&n, 1)] = in[i];                                          \
    __syncthreads();                                                           \
    if (threadIdx.x < n)                                                       \
      out[i] = kept[threadIdx.x];                                              \
  }
SET_AND_COUNT(setFirst, __syncthreads())
// expected-warning@+2 {{data race on 'n'}} expected-note@+2 0+{{}}
// expected-note@*:* 0+{{}}
SET_AND_COUNT(setAnytime, )

// Set again for each tile: what is written in one tile is read before the next.
#define TILES(NAME, SYNC)                                                      \
  __global__ void NAME(int *out, const int *in, int tiles) {                   \
    __shared__ int n;                                                          \
    __shared__ int kept[256];                                                  \
    for (int tile = 0; tile < tiles; tile++) {                                 \
      if (threadIdx.x == 0)                                                    \
        n = 0;                                                                 \
      __syncthreads();                                                         \
      int i = blockIdx.x * blockDim.x + threadIdx.x;                           \
      if (in[i] > 0)                                                           \
        kept[atomicAdd(&n, 1)] = in[i];                                        \
      __syncthreads();                                                         \
      if (threadIdx.x < n)                                                     \
        out[i] = kept[threadIdx.x];                                            \
      SYNC;                                                                    \
    }                                                                          \
  }
TILES(tiles, __syncthreads())
