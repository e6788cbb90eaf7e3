// __builtin_assume about what is read from memory: findings that contradict it
// are none.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy --block-dim=64 --grid-dim=1 2>&1 | \
// RUN:   FileCheck %s
// RUN: %racemap check %s --kernel=Good --block-dim=64 --grid-dim=1 --json=%t.json 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --input-file=%t.json --check-prefix=NAMED
// RUN: %racemap check %s --kernel=Nobody --block-dim=64 --grid-dim=1 2>&1 | \
// RUN:   FileCheck %s --check-prefix=NOBODY --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-3: warning: data race on 'out'
// CHECK: 3 kernels: 0 race-free, 3 racy, 0 unknown
// NAMED: "assumptions": [
// NAMED: at[{{.*}}] {{.*}} wherever a thread comes to line {{[0-9]+}}
// NAMED: "verdict": "race-free"
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown
// NOBODY: 1 kernel: 0 race-free, 0 racy, 1 unknown

__global__ void ownGood(int *out, const int *at) {
  int i = at[threadIdx.x], me = threadIdx.x;
  __builtin_assume(i == 2 * me);
  out[i] = i;
}

__global__ void lengthGood(int *out, const int *length) {
  int n = *length;
  __builtin_assume(n >= 0 && n < 5);
  if (threadIdx.x < n)
    out[threadIdx.x % 5] = threadIdx.x;
}

__global__ void inLoopGood(int *out, const int *at) {
  int me = threadIdx.x;
  for (int k = 0; k < 4; ++k) {
    int i = at[4 * threadIdx.x + k];
    __builtin_assume(i % 64 == me && i >= 0);
    out[i % 64] = k;
  }
}

__global__ void ownRacy(int *out, const int *at) {
  int i = at[threadIdx.x], me = threadIdx.x;
  __builtin_assume(i <= 2 * me && i >= 0);
  out[i] = threadIdx.x;
}

__global__ void lengthRacy(int *out, const int *length) {
  int n = *length;
  __builtin_assume(n >= 0 && n < 7);
  if (threadIdx.x < n)
    out[threadIdx.x % 5] = threadIdx.x;
}

__global__ void behindRacy(int *out, const int *at) {
  int i = at[threadIdx.x], me = threadIdx.x;
  if (threadIdx.x > 60)
    __builtin_assume(i == 2 * me);
  out[i] = threadIdx.x;
}

// Only with n > 60 would all threads keep to it.
__global__ void byNobody(int *out, const int *length) {
  int n = *length, me = threadIdx.x;
  __builtin_assume(me < n);
  if (n < 9)
    out[0] = me;
}
