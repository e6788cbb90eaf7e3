// Of the threads that compare and swap a place, or exchange it, one finds what
// was there before. Silent kernels are proved.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -Xclang -plugin-arg-racemap -Xclang budget-ms=60000 \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void claim(int *flags, int *out, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicCAS(&flags[k], 0, 1) == 0)
    out[k] = threadIdx.x;
}

// expected-remark@+1 {{undecided}}
__global__ void claimAnother(int *flags, int *out, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicCAS(&flags[k], 0, 1) == 1)
    out[k] = threadIdx.x;
}

// expected-remark@+1 {{undecided}}
__global__ void claimAndRelease(int *flags, int *out, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicCAS(&flags[k], 0, 1) == 0) {
    out[k] = threadIdx.x;
    atomicExch(&flags[k], 0);
  }
}

// expected-remark@+1 {{undecided}}
__global__ void claimElsewhere(int *flags, int *out, const int *key) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicCAS(&flags[i], 0, 1) == 0)
    out[key[i]] = threadIdx.x;
}

__global__ void exchange(int *flags, int *out, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicExch(&flags[k], 1) == 0)
    out[k] = threadIdx.x;
}

// expected-remark@+1 {{undecided}}
__global__ void exchangeBack(int *flags, int *out, const int *key) {
  int k = key[blockIdx.x * blockDim.x + threadIdx.x];
  if (atomicExch(&flags[k], 0) == 0)
    out[k] = threadIdx.x;
}

// A bit for each vertex.
__global__ void visit(unsigned *visited, int *out, const int *key) {
  unsigned v = key[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned bit = 1u << (v & 31);
  if (!(atomicOr(&visited[v / 32], bit) & bit))
    out[v] = threadIdx.x;
}

// expected-remark@+1 {{undecided}}
__global__ void visitOthers(unsigned *visited, int *out, const int *key) {
  unsigned v = key[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned bit = 1u << (v & 31);
  if (!(atomicOr(&visited[v / 32], bit) & (bit << 1)))
    out[v] = threadIdx.x;
}

// One thread of the block, after all have seen the flag cleared.
#define FIRST(NAME, SYNC)                                                      \
  __global__ void NAME(int *out) {                                             \
    __shared__ int taken;                                                      \
    if (threadIdx.x == 0)                                                      \
      taken = 0;                                                               \
    SYNC;                                                                      \
    if (atomicExch(&taken, 1) == 0)                                            \
      out[blockIdx.x] = threadIdx.x;                                           \
  }
FIRST(first, __syncthreads())
FIRST(firstUncleared, ) // expected-warning 1+{{}} expected-note 0+{{}} expected-remark 0+{{}}
void launch(int *out) {
  first<<<4, 256>>>(out);
  firstUncleared<<<4, 256>>>(out);
}
