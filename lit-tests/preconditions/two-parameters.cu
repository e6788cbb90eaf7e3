// A row is at least as long as the part of it that is used. Unsigned, so that
// the condition is, too.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 --level=possible | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REMARK: undecided: race if pitch < width;
// REMARK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// BAD: warning: data race on 'out' {{.*}}race if pitch < width; no launch
// BAD: note: {{.*}}say so: 'RACEMAP_ASSUME(pitch >= width);'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void rows(const float *in, float *out, unsigned width,
                     unsigned pitch) {
  unsigned long y = threadIdx.y;
  if (threadIdx.x < width)
    out[y * pitch + threadIdx.x] = in[threadIdx.x];
}

void launch(const float *in, float *out, unsigned width, unsigned pitch) {
  rows<<<1, dim3(32, 8)>>>(in, out, width, pitch);
}
