// What a thread has written and reads back is known, if nobody else writes
// there in between. Silent kernels are proved.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define LAUNCHED(NAME) NAME<<<4, 256>>>(out)

// The index goes through shared memory.
#define KERNEL(NAME, VALUE, BETWEEN, READ)                                     \
  __global__ void NAME(int *out) {                                             \
    __shared__ int s[257];                                                     \
    unsigned t = threadIdx.x;                                                  \
    s[t] = VALUE;                                                              \
    BETWEEN;                                                                   \
    out[blockIdx.x * 1024 + s[READ]] = t;                                      \
  }
KERNEL(atOnce, t, , t)
KERNEL(behindABarrier, 3 * t, __syncthreads(), t)
KERNEL(behindTwo, t, __syncthreads(); out[4096 + blockIdx.x * 256 + t] = s[t ^ 1]; __syncthreads(), t)
KERNEL(twoOfOneValue, t / 2, , t) // expected-remark {{undecided}}
KERNEL(ofTheNeighbour, t, __syncthreads(), t ^ 1) // expected-remark {{undecided}}
KERNEL(writtenTwice, t, s[t] = 7, t) // expected-remark {{undecided}}
KERNEL(writtenTwiceAlike, 7, s[t] = t, t)
KERNEL(writtenByTheNeighbour, t, __syncthreads(); s[t ^ 1] = t / 2; __syncthreads(), t) // expected-remark {{undecided}}
KERNEL(writtenByANeighbourAtOnce, t, s[t + 1] = 3, t) // expected-remark 0+{{undecided}} expected-warning {{data race on 's'}} expected-note 1+{{}}
KERNEL(addedTo, t, atomicAdd(&s[t], 1), t) // expected-remark {{undecided}}

// In a loop: what is written in an earlier round is behind one write, and
// before another.
__global__ void inRounds(int *out, int n) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    s[t] = t;
    __syncthreads();
    out[blockIdx.x * 256 + s[t]] = i;
    __syncthreads();
  }
}
__global__ void writtenInALoop(int *out, int n) { // expected-remark {{undecided}}
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = t;
  for (int i = 0; i < n; ++i) {
    out[blockIdx.x * 256 + s[t]] = t;
    s[t] = 7;
  }
}

void launch(int *out) {
  LAUNCHED(atOnce);
  LAUNCHED(behindABarrier);
  LAUNCHED(behindTwo);
  LAUNCHED(twoOfOneValue);
  LAUNCHED(ofTheNeighbour);
  LAUNCHED(writtenTwice);
  LAUNCHED(writtenTwiceAlike);
  LAUNCHED(writtenByTheNeighbour);
  LAUNCHED(writtenByANeighbourAtOnce);
  LAUNCHED(addedTo);
  inRounds<<<4, 256>>>(out, 3);
  writtenInALoop<<<4, 256>>>(out, 3);
}
