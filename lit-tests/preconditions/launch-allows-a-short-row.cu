// The launch in sight rounds up, and the kernel does not look where the row
// ends: it allows the race, so that is a warning. Where it rounds down, a row
// is as long as the grid is wide, and what is left is an index that wraps.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s --kernel=roundedUp 2>&1 | \
// RUN:   FileCheck %s --check-prefix=UP
// RUN: %racemap check --budget-ms=60000 %s --kernel=roundedDown 2>&1 | \
// RUN:   FileCheck %s --check-prefix=DOWN --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UP: warning: data race on 'image'
// UP: 1 kernel: 0 race-free, 1 racy, 0 unknown
// DOWN-NOT: race if width < gridDim
// DOWN: 1 kernel:
// DOWN-SAME: 0 racy

__global__ void roundedUp(float *image, int width, const float *row) {
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  image[(long)y * width + x] = row[x + y];
}

__global__ void roundedDown(float *image, int width, const float *row) {
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  image[y * width + x] = row[x + y];
}

void launch(float *image, int width, int height, const float *row) {
  dim3 up((width + 15) / 16, height / 16), down(width / 16, height / 16);
  roundedUp<<<up, dim3(16, 16)>>>(image, width, row);
  roundedDown<<<down, dim3(16, 16)>>>(image, width, row);
}
