// A row has room for what a kernel lets in, and for no more: what one thread too
// many writes is the next row's, where a row is just as long as it has to be.
// That is so of rows in bytes, of several elements a thread, and beside a sum.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s --kernel='TooMany' 2>&1 | \
// RUN:   FileCheck %s --check-prefix=RACY
// RUN: %racemap check --budget-ms=60000 %s --kernel=Within 2>&1 | \
// RUN:   FileCheck %s --check-prefix=EXPECTED --implicit-check-not=warning:
// RUN: %racemap check --budget-ms=10000 %s --kernel=around 2>&1 | \
// RUN:   FileCheck %s --check-prefix=AROUND --implicit-check-not=warning:
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 --level=possible --kernel=written | \
// RUN:   FileCheck %s --check-prefix=FIXED --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RACY-DAG: warning: data race on 'rows' in kernel 'bytesTooMany({{.*}}: race if {{(pitch >= 2147483648 \|\| )?}}pitch < 4 * (w + 1);
// RACY-DAG: warning: data race on 'a' in kernel 'stepsTooMany({{.*}}: race if pitch < 3 * (w + 1);
// RACY-DAG: warning: data race on 'a' in kernel 'sumTooMany({{.*}}: race if pitch <= w + r * 2;
// RACY-DAG: warning: data race on 'a' in kernel 'sumsTooMany({{.*}}: race if pitch < 3 * (w + r + 1);
// RACY: 4 kernels: 0 race-free, 4 racy, 0 unknown
// EXPECTED-DAG: 'bytesWithin({{.*}} is undecided: race if {{(pitch >= 2147483648 \|\| )?}}pitch < 4 * w;
// EXPECTED-DAG: 'stepsWithin({{.*}} is undecided: race if pitch < 3 * w;
// EXPECTED-DAG: 'sumWithin({{.*}} is undecided: race if pitch < w + r * 2;
// EXPECTED-DAG: 'sumsWithin({{.*}} is undecided: race if pitch < 3 * (w + r);
// EXPECTED: 4 kernels: 0 race-free, 0 racy, 4 unknown
// AROUND: is undecided: race if pitch < gridDim.x * blockDim.x;
// FIXED: 1 kernel: 1 race-free, 0 racy, 0 unknown

typedef unsigned long size_t;

#define X int(blockIdx.x * blockDim.x + threadIdx.x)
#define Y int(blockIdx.y * blockDim.y + threadIdx.y)

#define BYTES(NAME, IF)                                                        \
  __global__ void NAME(unsigned char *rows, int w, int h, size_t pitch) {      \
    int x = X, y = Y;                                                          \
    if (x IF w && y < h)                                                       \
      reinterpret_cast<float *>(rows + y * pitch)[x] = x + y;                  \
  }
BYTES(bytesTooMany, <=)
BYTES(bytesWithin, <)

#define STEPS(NAME, IF, W)                                                     \
  __global__ void NAME(float *a, int w, int r, int h, int pitch) {             \
    int x = X, y = Y;                                                          \
    if (!(x IF W && y < h))                                                    \
      return;                                                                  \
    float *at = a + y * pitch + 3 * x;                                         \
    at[0] = x, at[1] = y, at[2] = x + y;                                       \
  }
STEPS(stepsTooMany, <=, w)
STEPS(stepsWithin, <, w)
STEPS(sumsTooMany, <=, w + r)
STEPS(sumsWithin, <, w + r)

#define SUM(NAME, IF)                                                          \
  __global__ void NAME(float *a, int w, int r, int h, int pitch) {             \
    int x = X, y = Y;                                                          \
    if (IF && y < h)                                                           \
      a[y * pitch + x] = x + y;                                                \
  }
SUM(sumTooMany, x <= w + 2 * r)
SUM(sumWithin, x < w + 2 * r)
// From here to there is no number of threads. A row as long as the grid is wide
// is as long as a block is, which is not said.
SUM(around, x >= w - r && x <= w + r)

// What is offered is written where there is no macro.
__global__ void written(float *a, int w, int r, int h, int pitch) {
  int x = X, y = Y;
  if (!(x <= w + r && y < h))
    return;
  a[y * pitch + 2 * x] = x;
  a[y * pitch + 2 * x + 1] = y;
}
