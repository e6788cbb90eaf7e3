// Two reads of a place that nobody writes find the same, in shared memory and in
// a struct of which other fields are written, too.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define INDEX blockIdx.x *blockDim.x + threadIdx.x

struct Particle {
  int kind, state;
};

// Those of one kind write their own place, others the neighbour's.
#define KINDS(NAME, BETWEEN)                                                   \
  __global__ void NAME(Particle *p, int *out) {                                \
    int i = INDEX, at = i + blockDim.x;                                        \
    if (p[i].kind == 1)                                                        \
      at = i;                                                                  \
    BETWEEN;                                                                   \
    if (p[i].kind == 1)                                                        \
      out[at] = i;                                                             \
  }
KINDS(otherField, p[i].state = 5)
KINDS(sameField, p[i].kind = p[i].state) // expected-remark {{undecided}}

// Nobody has written there, and so nobody knows what it is; but it stays.
#define UNWRITTEN(NAME, SECOND)                                                \
  __global__ void NAME(int *out) {                                             \
    __shared__ int s[512];                                                     \
    int i = threadIdx.x, at = i + 1;                                           \
    if (s[i] > 3)                                                              \
      at = i;                                                                  \
    if (s[SECOND] > 3)                                                         \
      out[blockIdx.x * 512 + at] = i;                                          \
  }
UNWRITTEN(onePlace, i)
UNWRITTEN(twoPlaces, i + 256) // expected-remark {{undecided}}

// Of another block it is something else.
__global__ void ofEachBlock(int *out) { // expected-remark {{undecided}}
  __shared__ int s[4];
  out[s[0] == blockIdx.x ? 0 : 1 + blockIdx.x] = blockIdx.x;
}

void launch(Particle *p, int *out) {
  otherField<<<8, 256>>>(p, out);
  sameField<<<8, 256>>>(p, out);
  onePlace<<<8, 256>>>(out);
  twoPlaces<<<8, 256>>>(out);
  ofEachBlock<<<8, 1>>>(out);
}
