// Unsigned indices of images and volumes: they are taken not to wrap, which is
// said. A row that is too short races all the same, as does what happens in
// launches in which another index wraps.
//
// RUN: %bare
// RUN: %racemap check %s --kernel=good --json=%t.json --budget-ms=60000 \
// RUN:   2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: not %racemap check %s --kernel=shortRow 2>&1 | FileCheck %s
// RUN: not %racemap check %s --kernel=elsewhere 2>&1 | FileCheck %s
// RUN: not %racemap check %s --kernel=backwards 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=goodRows --json=%t.json 2>&1
// RUN: FileCheck %s --check-prefix=ROWS --input-file=%t.json
// RUN: %racemap check %s --kernel=maybeZero --emit-map=%t.map
// RUN: FileCheck %s --check-prefix=ZERO --input-file=%t.map
// RUN: %racemap check %s --kernel=launched --json=%t.json 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BROKEN
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: warning: data race on 'out'
// CHECK: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 7 kernels: 7 race-free, 0 racy, 0 unknown
// JSON-DAG: "w * h <= 4294967296"
// JSON-DAG: "w >= 0"
// JSON-DAG: "h >= 0"
// ROWS: "blockDim.y * gridDim.x * blockDim.x * gridDim.y <= 4294967296"
// ZERO-NOT: promised
// ZERO: wr out[u64(
// JSON-DAG: "w * h * d <= 4294967296"
// JSON-DAG: "blockDim.x * blockDim.y * gridDim.x * gridDim.y <= 4294967296"
// JSON-DAG: "the operands of 24-bit multiplications fit in 24 bits"
// BROKEN: assumptions of the analysis contradict each other
// BROKEN: 1 kernel: 0 race-free, 0 racy, 1 unknown

__device__ unsigned x() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned y() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ unsigned z() { return blockIdx.z * blockDim.z + threadIdx.z; }

__global__ void goodImage(int *out, unsigned w, unsigned h) {
  if (x() < w && y() < h)
    out[y() * w + x()] = x();
}

__global__ void goodVolume(int *out, unsigned w, unsigned h, unsigned d) {
  if (x() < w && y() < h && z() < d)
    out[(z() * h + y()) * w + x()] = x();
}

__global__ void goodGrid(int *out) {
  out[y() * blockDim.x * gridDim.x + x()] = x();
}

__global__ void goodGridOfVolumes(int *out) {
  out[(z() * blockDim.y * gridDim.y + y()) * blockDim.x * gridDim.x + x()] = 1;
}

__global__ void good24Bits(int *out, int w, int h) {
  int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
  int j = __mul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (i < w && j < h)
    out[__mul24(j, w) + i] = i;
}

__global__ void shortRow(int *out, unsigned w, unsigned h) {
  if (x() <= w && y() < h)
    out[y() * w + x()] = x();
}

__global__ void elsewhere(int *out, unsigned w, unsigned h) {
  if (w > 0x10000 && h > 0x10000)
    out[0] = x();
  else if (x() < w && y() < h)
    out[y() * w + x()] = x();
}

// Nothing smaller than the size of the grid is the greatest of it.
__global__ void goodRows(int *out) {
  unsigned stride = gridDim.x * blockDim.x;
  out[y() * stride + x()] = 1;
}

// An int that bounds nothing can be less than zero.
__global__ void backwards(int *out, unsigned w, unsigned h, int off) {
  __builtin_assume(w <= 4096 && h <= 4096);
  if (x() < w && y() < h && off < 0) {
    int v = out[y() * w + x()];
    out[y() * w + x() + off] = v;
  }
}

// One that does is taken not to be.
__global__ void goodInts(int *out, int w, int h) {
  if (x() < w && y() < h)
    out[y() * w + x()] = 1;
}

// With n = 0 the index is small, however large the product within it is.
__global__ void maybeZero(int *out, unsigned m, unsigned n) {
  out[threadIdx.x * m * n] = threadIdx.x;
}

__global__ void launched(int *out, unsigned w, unsigned h) {
  if (x() < w && y() < h)
    out[y() * w + x()] = x();
}

void launch(int *out) {
  launched<<<dim3(4096, 4096), dim3(32, 32)>>>(out, 1u << 17, 1u << 17);
}
