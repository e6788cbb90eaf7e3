// One guard that lets several accesses leave their arrays is one warning: the
// example of the first shows the others, too.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=FIXED --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: [[@LINE+13]]:{{[0-9]+}}: warning: out-of-bounds access to 'first' in kernel 'smooth({{.*}}(provable)
// CHECK: note: 1 more access leaves its array for the same reason, at line [[@LINE+13]]
// CHECK: 1 warning generated
// FIXED: 1 kernel: 1 race-free, 0 racy, 0 unknown

#ifdef FIXED
#define LAST 58
#else
#define LAST 60
#endif
__global__ void smooth(const float *in, float *out) {
  __shared__ float first[60], second[60];
  if (threadIdx.x <= LAST) {
    first[threadIdx.x] = in[threadIdx.x];
    second[threadIdx.x + 1] = in[threadIdx.x + 64];
  }
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x % 60] + second[threadIdx.x % 60];
}

void run(const float *in, float *out) { smooth<<<1, 64>>>(in, out); }
