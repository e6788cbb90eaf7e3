// A compaction that takes its place from an exclusive scan given as input.
//
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}(input)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void compact(const int *in, const int *place, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] != 0)
#ifdef FIXED
    out[i] = place[i];
#else
    out[place[i]] = in[i];
#endif
}

void launch(const int *in, const int *place, int *out, int n) {
  compact<<<16, 256>>>(in, place, out, n);
}
