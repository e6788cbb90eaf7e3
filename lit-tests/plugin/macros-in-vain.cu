// What RACEMAP_ASSUME, RACEMAP_LAUNCH and RACEMAP_BENIGN say in vain is a warning
// that says why; what they say to some purpose is none.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A check that leaves out a launch has not done all: its status is 2.
// RUN: %bare
// RUN: sh %S/../cli/Inputs/status.sh 2 %racemap check %s --kernel=sized -- -I%prefix/include 2>&1 | FileCheck %s
// CHECK: warning: racemap: RACEMAP_LAUNCH is left out: it needs constant sizes from 1
// CHECK-NOT: warning: racemap: RACEMAP_LAUNCH
// CHECK: racemap: error: {{.*}}macros-in-vain.cu: not all that was asked could be done; the warnings above say what was left out
// RUN: %clangxx_cuda -I%prefix/include --cuda-device-only -fsyntax-only -Xclang -verify %s

#include <racemap/racemap.h>

__global__ void depends(int *out, const int *in, int n) {
  RACEMAP_ASSUME(clock() > 9); // expected-warning {{racemap: RACEMAP_ASSUME is not understood: its condition is not modelled; findings behind it are possible at most}}
  RACEMAP_ASSUME(threadIdx.x < 4);
  RACEMAP_ASSUME(in[threadIdx.x] < 9);
  for (int i = 0; i < n; ++i)
    RACEMAP_ASSUME(n > i);
  if (threadIdx.x > 2)
    RACEMAP_ASSUME(n > 3);
  out[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

// Two kernels call it: it is said once.
__device__ void common() {
  RACEMAP_ASSUME(clock() > 3); // expected-warning {{RACEMAP_ASSUME is not understood: its condition is not modelled; findings behind it are possible at most}}
}
__global__ void one(int *) { common(); }
__global__ void two(int *) { common(); }

template <int N> RACEMAP_LAUNCH(1, N) __global__ void sized(int *out) { // expected-warning {{racemap: RACEMAP_LAUNCH is left out: it needs constant sizes from 1}}
  out[threadIdx.x] = 1;
}

struct Last {
  RACEMAP_BENIGN("a member") int *to; // expected-warning {{racemap: RACEMAP_BENIGN has no effect in front of a member: put it in front of the statement}}
};

// Nothing is left of them, or the pointer would be kept in memory.
RACEMAP_LAUNCH(1, 64) __global__ void told(RACEMAP_BENIGN("a parameter") int *out) { // expected-warning {{racemap: RACEMAP_BENIGN has no effect in front of a parameter}}
  RACEMAP_NO_MONITOR int at = threadIdx.x; // expected-warning {{racemap: RACEMAP_NO_MONITOR has no effect in front of a local variable}}
  RACEMAP_BENIGN("nothing") int later; // expected-warning {{RACEMAP_BENIGN has no effect in front of a local variable}}
  later = at;
  RACEMAP_BENIGN(" ") out[0] = later; // expected-warning {{racemap: RACEMAP_BENIGN has no effect without a reason: write it as in RACEMAP_BENIGN("any thread may say so")}} expected-warning {{data race on 'out'}} expected-note 1+ {{}}
  Last{out}.to[1 + threadIdx.x] = 0;
}

void launch(int *out) {
  sized<32><<<1, 32>>>(out);
  sized<0><<<1, 32>>>(out);
}
