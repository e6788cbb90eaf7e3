// That two pointer parameters are different arrays is printed with the verdict;
// with one array there is nothing to assume, and the race is found.
//
// RUN: %bare
// RUN: %racemap check %s --kernel=apart --json=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=APART --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: not %racemap check %s --kernel=same --json=%t.same.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SAME
// RUN: not grep overlap %t.same.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// APART: 1 kernel: 1 race-free, 0 racy, 0 unknown
// JSON: "in and out do not overlap"
// SAME: warning: data race on 'out'

__global__ void apart(const int *in, int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
}

__global__ void same(int *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i + 1];
}
