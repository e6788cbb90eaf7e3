// A volume in memory: rows are pitch apart and slices of rows slice. That rows
// are as long as they are wide, and slices have room for all rows, is what all
// mean; so it is where y and z have changed places. A launch that has slices of
// fewer rows than it is high allows the race.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s --kernel=volume 2>&1 | \
// RUN:   FileCheck %s --check-prefix=VOLUME --implicit-check-not=warning:
// RUN: %racemap check --budget-ms=60000 %s --kernel=turned 2>&1 | \
// RUN:   FileCheck %s --check-prefix=TURNED --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s --kernel=launched 2>&1 | \
// RUN:   FileCheck %s --check-prefix=LAUNCHED
// RUN: not %racemap check --budget-ms=60000 %s --kernel=tooHigh 2>&1 | \
// RUN:   FileCheck %s --check-prefix=HIGH
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// VOLUME: race if {{.*}}pitch < width || slice < pitch * height;
// VOLUME: 1 kernel: 0 race-free, 0 racy, 1 unknown
// TURNED: race if
// TURNED: 1 kernel: 0 race-free, 0 racy, 1 unknown
// LAUNCHED: warning: data race on 'data'
// HIGH: warning: data race on 'data'

typedef unsigned long size_t;

#define KERNEL(NAME, INSIDE, ROW)                                              \
  __global__ void NAME(float *data, int width, int height, int depth,          \
                       size_t pitch, size_t slice) {                           \
    int x = blockIdx.x * blockDim.x + threadIdx.x;                             \
    int y = blockIdx.y * blockDim.y + threadIdx.y;                             \
    int z = blockIdx.z * blockDim.z + threadIdx.z;                             \
    if (x < width && INSIDE && z < depth)                                      \
      data[ROW + x] = x + y + z;                                               \
  }

KERNEL(volume, y < height, z * slice + y * pitch)
KERNEL(turned, y < height, y * slice + z * pitch)
KERNEL(launched, y < height, z * slice + y * pitch)
// What is too high goes on in the next slice.
KERNEL(tooHigh, y <= height, z * slice + y * pitch)

void launch(float *data) {
  launched<<<dim3(4, 4, 4), dim3(8, 8, 8)>>>(data, 32, 32, 32, 32, 32 * 31);
  tooHigh<<<dim3(4, 5, 4), dim3(8, 8, 8)>>>(data, 32, 32, 32, 32, 32 * 32);
}
