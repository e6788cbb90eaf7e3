// Rows are one behind the other: a row has to be as long as the grid is wide.
// Nobody launches it otherwise, so that is a remark; level=possible shows one
// warning for the races within a block and between blocks.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 --level=possible | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: %racemap check --budget-ms=60000 %s --assume='width >= gridDim.x * blockDim.x' 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: %racemap check --budget-ms=60000 %s --json=%t.json
// RUN: FileCheck %s --check-prefix=JSON <%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REMARK: remark: kernel 'fill{{.*}}' is undecided: race if width < gridDim.x *
// REMARK-SAME: blockDim.x; no launch in sight rules that out; level=possible
// REMARK-SAME: shows the findings
// REMARK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// BAD: row-shorter-than-the-grid.cu:{{.*}} warning: data race on 'image' in kernel
// BAD-SAME: race if width < gridDim.x * blockDim.x; no launch in sight
// BAD-SAME: rules that out (possible)
// BAD: note: for example
// BAD: note: {{.*}}say so: 'RACEMAP_ASSUME(width >= int(gridDim.x * blockDim.x));'
// BAD-NOT: warning: data race
// JSON-COUNT-2: "needs": "width >= gridDim.x * blockDim.x"
// JSON: "reason": "race if width < gridDim.x * blockDim.x; no launch in sight rules that out"
// JSON: "verdict": "unknown"
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void fill(float *image, int width, const float *row) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  image[y * width + x] = row[x + y];
}
