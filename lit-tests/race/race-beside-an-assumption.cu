// What is assumed so that the loop's index does not wrap says nothing about
// launches that do not run the loop, and nothing about steps of any sign.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=most 2>&1 | FileCheck %s
// RUN: not %racemap check %s --kernel=stride 2>&1 | FileCheck %s
// RUN: not %racemap check %s --kernel=zero 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=fixed --json=%t.json -- \
// RUN:   -Wno-unused-value 2>&1 | FileCheck %s --check-prefix=GOOD \
// RUN:   --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out'
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// JSON: "n + 32 <= 4294967296 if n != -1"

__global__ void most(int *out, unsigned n, const int *in) {
  if (n == 0xffffffff) {
    out[0] = threadIdx.x;
    return;
  }
  for (unsigned i = threadIdx.x; i < n; i += 32)
    in[i];
}

__global__ void stride(int *out, unsigned n, const int *in, unsigned by) {
  for (unsigned i = threadIdx.x; i < n; i += by)
    in[i];
  if (by > 0x80000000)
    out[0] = threadIdx.x;
}

__global__ void zero(int *out, unsigned long n, const int *in,
                     unsigned long by) {
  if (by == 0) {
    out[0] = threadIdx.x;
    return;
  }
  for (unsigned long i = threadIdx.x; i < n; i += by)
    in[i];
}

__global__ void fixed(int *out, unsigned n, const int *in) {
  if (n == 0xffffffff) {
    if (threadIdx.x == 0 && blockIdx.x == 0)
      out[0] = threadIdx.x;
    return;
  }
  for (unsigned i = threadIdx.x; i < n; i += 32)
    in[i];
}
