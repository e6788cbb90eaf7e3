// A row's index grows by a width from step to step. Sums of int do not
// overflow, so the rows are apart; an unsigned sum goes round the end of the
// numbers, and a width of 2^32 / 12 leads 12 rows on to the same row again. No
// launch is expected to pass that.
//
// RUN: %bare
// RUN: not %racemap check %s --level=possible 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=SAID --implicit-check-not=warning:
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'm'
// BAD: (only if rows overlap, or a number is negative or runs over)
// SAID: 'fill({{.*}}' is undecided: race if rows overlap, or a number is negative or runs over
// SAID: 1 kernel: 0 race-free, 0 racy, 1 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void fill(int *m, int width, int offset) {
#ifdef FIXED
  int at = (offset + 1) * width + offset;
#else
  unsigned at = (offset + 1u) * width + offset;
#endif
  for (int row = 0; row < 16; ++row) {
    m[at + threadIdx.x] = row;
    at += width;
  }
}

void run(int *m, int width, int offset) {
  if (width >= 16 && offset >= 0)
    fill<<<1, 16>>>(m, width, offset);
}
