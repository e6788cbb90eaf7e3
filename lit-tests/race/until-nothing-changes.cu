// Loops that end when a round has changed nothing, by a flag in shared memory:
// between two barriers all threads find the same in it.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int Size = 256;

#define ROUNDS(NAME, BEHIND_CLEARING, BEFORE_LOOKING, BEHIND_LOOKING)          \
  __global__ void NAME(int *labels) {                                          \
    __shared__ int label[Size], changed;                                       \
    int t = threadIdx.x, again;                                                \
    label[t] = labels[blockIdx.x * Size + t];                                  \
    do {                                                                       \
      if (t == 0)                                                              \
        changed = 0;                                                           \
      BEHIND_CLEARING;                                                         \
      int other = label[(t + 1) % Size];                                       \
      __syncthreads();                                                         \
      if (other < label[t]) {                                                  \
        label[t] = other;                                                      \
        changed = 1;                                                           \
      }                                                                        \
      BEFORE_LOOKING;                                                          \
      again = changed;                                                         \
      BEHIND_LOOKING;                                                          \
    } while (again);                                                           \
    labels[blockIdx.x * Size + t] = label[t];                                  \
  }
#define SYNC __syncthreads()

ROUNDS(rounds, SYNC, SYNC, SYNC)
// expected-remark@-1 0+{{same-value}}
ROUNDS(looksEarly, SYNC, , SYNC) // expected-remark 1+{{undecided}}
ROUNDS(clearsEarly, SYNC, SYNC, ) // expected-remark 1+{{undecided}}
ROUNDS(clearsLate, , SYNC, SYNC) // expected-warning {{data race on 'label'}} expected-note 1+{{}} expected-remark 0+{{}}

void launch(int *labels) {
  rounds<<<8, Size>>>(labels);
  looksEarly<<<8, Size>>>(labels);
  clearsEarly<<<8, Size>>>(labels);
  clearsLate<<<8, Size>>>(labels);
}
