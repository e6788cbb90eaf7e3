// Where no thread that comes to an assumption can keep to it, nothing behind it
// was checked, and that is no proof. What is behind an assumption that is not
// modelled may be about a run that it excludes.
//
// RUN: %bare
// RUN: %racemap check %s --kernel=Vain -- -I%prefix/include 2>&1 | \
// RUN:   FileCheck %s --check-prefix=VAIN --implicit-check-not=warning:
// RUN: not %racemap check %s --kernel=Racy -- -I%prefix/include 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good -- -I%prefix/include 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not='data race'
// RUN: %racemap check %s --kernel=Broken -- -I%prefix/include 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BROKEN
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VAIN: kernel 'loopVain(int*, int)' is undecided: no thread that comes to line 33 can keep to what is assumed there
// VAIN: kernel 'launchVain(int*, int)' is undecided: no thread that comes to line 54 can keep to what is assumed there
// VAIN: 2 kernels: 0 race-free, 0 racy, 2 unknown
// CHECK: (provable)
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown
// BROKEN: warning: racemap: RACEMAP_ASSUME is not understood: its condition is not modelled; findings behind it are possible at most
// BROKEN: kernel 'sharedBroken(int*, int)' is undecided: only possible findings
// BROKEN: 1 kernel: 0 race-free, 0 racy, 1 unknown

#include <racemap/racemap.h>

extern __shared__ int s[];

__global__ void loopVain(int *out, int n) {
  for (int i = 0; i < n; ++i) {
    // A thread is here only if n is not negative.
    RACEMAP_ASSUME(n < 0);
    out[0] = threadIdx.x;
  }
}

__global__ void loopRacy(int *out, int n) {
  for (int i = 0; i < n; ++i) {
    RACEMAP_ASSUME(n < 100);
    out[0] = threadIdx.x;
  }
}

// None comes here in the launch below, so there is nothing to keep to.
__global__ void unreachedGood(int *out, int n) {
  for (int i = 0; i < n; ++i)
    RACEMAP_ASSUME(n > 9);
  out[threadIdx.x] = n;
}

__global__ void launchVain(int *out, int n) {
  if (threadIdx.x < n)
    RACEMAP_ASSUME(n > 9);
  out[threadIdx.x] = n;
}

__global__ void launchGood(int *out, int n) {
  if (threadIdx.x < n)
    RACEMAP_ASSUME(n > 9);
  out[threadIdx.x] = n;
}

__global__ void sharedBroken(int *out, int n) {
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  RACEMAP_ASSUME(s[0] != 0);
  if (s[1] == 0)
    out[0] = threadIdx.x;
}

__global__ void sharedGood(int *out, int n) {
  s[threadIdx.x] = n;
  __syncthreads();
  RACEMAP_ASSUME(s[1] != 0);
  out[threadIdx.x] = s[0];
}

void launch(int *out) {
  unreachedGood<<<1, 64>>>(out, 0);
  launchVain<<<1, 64>>>(out, 5);
  launchGood<<<1, 64>>>(out, 10);
  sharedBroken<<<1, 64, 256>>>(out, 0);
  sharedGood<<<1, 64, 256>>>(out, 0);
}
