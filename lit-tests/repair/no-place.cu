// Races that no barrier mends: none is offered.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not="insert '"
// RUN: %racemap check %s -- -DFIXED 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out' in kernel 'blocks(
// CHECK: warning: data race on 's' in kernel 'parted(
// CHECK: warning: data race on 's' in kernel 'statement(
// CHECK: warning: data race on 's' in kernel 'macro(
// CHECK: 4 kernels: 0 race-free, 4 racy, 0 unknown
// GOOD: 4 kernels: 4 race-free, 0 racy, 0 unknown

#ifdef FIXED
#define HERE blockIdx.x
#define NEXT threadIdx.x
#else
#define HERE 0
#define NEXT (threadIdx.x + 1)
#endif

__global__ void blocks(float *out) {
  if (threadIdx.x == 0)
    out[HERE] = blockIdx.x;
}

__global__ void parted(float *out) {
  __shared__ float s[257];
  if (threadIdx.x < 100) {
    s[threadIdx.x] = 1;
    out[blockIdx.x * 256 + threadIdx.x] = s[NEXT];
  }
}

__global__ void statement(float *out) {
  __shared__ float s[257];
  out[blockIdx.x * 256 + threadIdx.x] = s[NEXT] + (s[threadIdx.x] = 2);
}

#define EXCHANGE                                                               \
  s[threadIdx.x] = 1;                                                          \
  out[blockIdx.x * 256 + threadIdx.x] = s[NEXT]

__global__ void macro(float *out) {
  __shared__ float s[257];
  EXCHANGE;
}

void launch(float *out) {
  blocks<<<4, 256>>>(out);
  parted<<<4, 256>>>(out);
  statement<<<4, 256>>>(out);
  macro<<<4, 256>>>(out);
}
