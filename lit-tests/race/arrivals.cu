// Producers and consumers: who arrives at a named barrier (bar.arrive) goes on;
// what it did before is ordered before what those do that have waited there.
// Silent kernels are proved.
//
// RUN: %bare
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
// RUN: not %racemap check %s --kernel='tooFew|everyoneWaits' --json=- \
// RUN:   2>/dev/null | FileCheck %s
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: "certainty": "provable"
// CHECK: 64 threads of the block come to the barrier, which waits for 96
// CHECK: "name": "tooFew(int*)"
// CHECK: "certainty": "provable"
// CHECK: threads wait at this barrier for arrivals that do not come
// CHECK: "name": "everyoneWaits(int*)"

#define ARRIVE(ID, COUNT) asm volatile("bar.arrive " #ID ", " #COUNT ";" ::: "memory")
#define SYNC(ID, COUNT) asm volatile("bar.sync " #ID ", " #COUNT ";" ::: "memory")

// Warp 0 writes what warp 1 reads.
#define HANDS_OVER(NAME, PUT, GET)                                             \
  __global__ void NAME(int *out) {                                             \
    __shared__ int s[32];                                                      \
    int t = threadIdx.x % 32;                                                  \
    if (threadIdx.x < 32) {                                                    \
      PUT;                                                                     \
    } else {                                                                   \
      GET;                                                                     \
    }                                                                          \
  }
#define WRITE s[t] = t
#define READ out[threadIdx.x] = s[31 - t]
HANDS_OVER(once, WRITE; ARRIVE(1, 64), SYNC(1, 64); READ)
HANDS_OVER(arrivesEarly, ARRIVE(1, 64); WRITE, SYNC(1, 64); READ) // expected-warning {{data race on 's'}} expected-note 1+{{}}
HANDS_OVER(readsEarly, WRITE; ARRIVE(1, 64), READ; SYNC(1, 64)) // expected-warning {{data race on 's'}} expected-note 1+{{}}
HANDS_OVER(doesNotWait, WRITE; SYNC(1, 64), ARRIVE(1, 64); READ) // expected-warning {{data race on 's'}} expected-note 1+{{}}
HANDS_OVER(bothWait, WRITE; SYNC(1, 64), SYNC(1, 64); READ)
HANDS_OVER(anotherNumber, WRITE; ARRIVE(2, 64), SYNC(1, 64); READ) // expected-warning {{barrier divergence}} expected-note 1+{{}} expected-remark {{undecided: divergent barrier; races are not decided because of it}}
HANDS_OVER(tooFew, WRITE; ARRIVE(1, 96), SYNC(1, 96); READ) // expected-warning {{barrier divergence}} expected-note 1+{{}} expected-remark {{undecided: divergent barrier; races are not decided because of it}}
HANDS_OVER(everyoneWaits, SYNC(2, 64); WRITE; ARRIVE(1, 64), SYNC(1, 64); READ; ARRIVE(2, 64)) // expected-warning {{barrier divergence}} expected-note 1+{{}} expected-remark {{undecided: divergent barrier; races are not decided because of it}}

// One buffer, filled again and again: 1 says that it is full, 2 that it is empty.
#define BUFFER(NAME, WAIT_EMPTY, FULL, BEHIND, WAIT_FULL, EMPTY, LATE)         \
  __global__ void NAME(int *out, const int *in, int n) {                       \
    __shared__ int s[32];                                                      \
    int t = threadIdx.x % 32;                                                  \
    if (threadIdx.x < 32) {                                                    \
      for (int i = 0; i < n; ++i) {                                            \
        WAIT_EMPTY;                                                            \
        s[t] = in[32 * i + t];                                                 \
        FULL;                                                                  \
      }                                                                        \
      BEHIND;                                                                  \
    } else {                                                                   \
      int sum = 0;                                                             \
      ARRIVE(2, 64);                                                           \
      for (int i = 0; i < n; ++i) {                                            \
        WAIT_FULL;                                                             \
        EMPTY;                                                                 \
        sum += s[31 - t];                                                      \
        LATE;                                                                  \
      }                                                                        \
      out[t] = sum;                                                            \
    }                                                                          \
  }
#define NONE
BUFFER(inRounds, SYNC(2, 64), ARRIVE(1, 64), SYNC(2, 64), SYNC(1, 64), NONE, ARRIVE(2, 64))
BUFFER(emptyTooEarly, SYNC(2, 64), ARRIVE(1, 64), SYNC(2, 64), SYNC(1, 64), ARRIVE(2, 64), NONE) // expected-warning {{data race on 's'}} expected-note 1+{{}}
BUFFER(fullIsNotAwaited, SYNC(2, 64), ARRIVE(1, 64), SYNC(2, 64), ARRIVE(1, 64), NONE, SYNC(2, 64)) // expected-remark {{undecided: divergent barrier (threads may arrive at this barrier again}}

// Nobody says that the buffer is empty.
__global__ void runsAhead(int *out, const int *in, int n) { // expected-remark {{undecided: divergent barrier (threads may arrive at this barrier again}}
  __shared__ int s[32];
  int t = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; ++i) {
      s[t] = in[32 * i + t];
      ARRIVE(1, 64);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      SYNC(1, 64);
      sum += s[31 - t];
    }
    out[t] = sum;
  }
}

// Two buffers, so that one is filled while the other one is read.
template <int OTHER> __device__ void twoBuffers(int *out, const int *in, int n) {
  __shared__ int s[2][32];
  int t = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < n; i += 2) {
      SYNC(3, 64);
      s[0][t] = in[32 * i + t]; // expected-warning {{data race on 's' in kernel 'theOtherBuffer}} expected-note 1+{{}}
      ARRIVE(1, 64);
      SYNC(4, 64);
      s[1][t] = in[32 * i + 32 + t];
      ARRIVE(2, 64);
    }
    SYNC(3, 64);
    SYNC(4, 64);
  } else {
    int sum = 0;
    ARRIVE(3, 64);
    ARRIVE(4, 64);
    for (int i = 0; i < n; i += 2) {
      SYNC(1, 64);
      sum += s[0][31 - t];
      ARRIVE(3, 64);
      SYNC(2, 64);
      sum += s[1 - OTHER][31 - t]; // expected-note {{the other access}}
      ARRIVE(4, 64);
    }
    out[t] = sum;
  }
}
__global__ void inTurns(int *out, const int *in, int n) {
  twoBuffers<0>(out, in, n);
}
__global__ void theOtherBuffer(int *out, const int *in, int n) {
  twoBuffers<1>(out, in, n); // expected-note 0+{{}}
}

// From warp to warp.
template <bool IN_ORDER> __device__ void relay(int *out) {
  __shared__ int s[32]; // expected-note 0+{{}}
  int t = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    s[t] = t; // expected-warning {{data race on}} expected-note 1+{{}}
    ARRIVE(1, 64);
  } else if (threadIdx.x < 64) {
    if (!IN_ORDER)
      ARRIVE(2, 64);
    SYNC(1, 64);
    if (IN_ORDER)
      ARRIVE(2, 64);
  } else {
    SYNC(2, 64);
    out[t] = s[31 - t]; // expected-note 0+{{}}
  }
}
__global__ void passedOn(int *out) { relay<true>(out); }
__global__ void passedOnEarly(int *out) { relay<false>(out); } // expected-note 0+{{}}

// With n <= 3 nobody comes to the barrier.
template <bool INSIDE> __device__ void skipped(int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x % 32;
  if (threadIdx.x < 32)
    s[t] = t; // expected-warning {{data race on 's' in kernel 'readAnyway}} expected-note 1+{{}}
  if (n > 3) {
    if (threadIdx.x < 32) {
      ARRIVE(1, 64);
    } else {
      SYNC(1, 64);
      if (INSIDE)
        out[t] = s[31 - t];
    }
  }
  if (!INSIDE && threadIdx.x >= 32)
    out[t] = s[31 - t]; // expected-note {{the other access}}
}
__global__ void readIfOrdered(int *out, int n) { skipped<true>(out, n); }
__global__ void readAnyway(int *out, int n) { skipped<false>(out, n); } // expected-note 0+{{}}

// One warp more than those that take part.
__global__ void oneReturns(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x % 32;
  if (threadIdx.x >= 64)
    return;
  if (threadIdx.x < 32) {
    s[t] = t;
    ARRIVE(1, 64);
  } else {
    SYNC(1, 64);
    out[t] = s[31 - t];
  }
}

void launch(int *out, const int *in, int n) {
  once<<<1, 64>>>(out);
  arrivesEarly<<<1, 64>>>(out);
  readsEarly<<<1, 64>>>(out);
  doesNotWait<<<1, 64>>>(out);
  bothWait<<<1, 64>>>(out);
  anotherNumber<<<1, 64>>>(out);
  tooFew<<<1, 64>>>(out);
  everyoneWaits<<<1, 64>>>(out);
  inRounds<<<1, 64>>>(out, in, n);
  emptyTooEarly<<<1, 64>>>(out, in, n);
  fullIsNotAwaited<<<1, 64>>>(out, in, n);
  runsAhead<<<1, 64>>>(out, in, n);
  inTurns<<<1, 64>>>(out, in, n);
  theOtherBuffer<<<1, 64>>>(out, in, n);
  passedOn<<<1, 96>>>(out);
  passedOnEarly<<<1, 96>>>(out);
  readIfOrdered<<<1, 64>>>(out, n);
  readAnyway<<<1, 64>>>(out, n);
  oneReturns<<<1, 96>>>(out);
}
