// A row has room for as many elements of each thread as it writes, whatever the
// units: rows in bytes, pixels of 16 bytes.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 --level=possible | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s -- -DALLOWED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ALLOWED
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REMARK: undecided: race if pitch < 16 * width;
// REMARK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// BAD: warning: data race on 'surface' {{.*}}race if pitch < 16 * width; no launch
// BAD: note: {{.*}}say so: '{{.*}}RACEMAP_ASSUME(pitch >= 16ll * width);'
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// ALLOWED: warning: data race on 'surface'
// ALLOWED: 1 kernel: 0 race-free, 1 racy, 0 unknown

__global__ void pixels(unsigned char *surface, int width, int height,
                       size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float *pixel = (float *)(surface + y * pitch) + 4 * x;
  for (int i = 0; i < 4; ++i)
    pixel[i] = pixel[i] / 2;
}

void launch(unsigned char *surface, int width, int height, size_t pitch) {
  dim3 grid((width + 15) / 16, (height + 15) / 16);
#ifdef ALLOWED
  pixels<<<grid, dim3(16, 16)>>>(surface, width, height, 4 * width);
#else
  pixels<<<grid, dim3(16, 16)>>>(surface, width, height, pitch);
#endif
}
