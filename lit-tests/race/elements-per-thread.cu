// Each block has twice as many elements as threads, whatever its size: no index
// of a grid that has less than 2^31 threads wraps.
//
// RUN: %bare
// RUN: not %racemap check %s --kernel=Racy 2>&1 | FileCheck %s
// RUN: %racemap check %s --kernel=Good 2>&1 | FileCheck %s --check-prefix=GOOD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK-COUNT-2: warning: data race on 'data'
// CHECK: 2 kernels: 0 race-free, 2 racy, 0 unknown
// GOOD: 2 kernels: 2 race-free, 0 racy, 0 unknown

__global__ void twoGood(unsigned *data) {
  unsigned i = blockIdx.x * (blockDim.x << 1) + threadIdx.x;
  data[i] += 1;
  data[i + blockDim.x] += 1;
}

__global__ void twoBy24BitsGood(unsigned *data) {
  unsigned i = __mul24(blockIdx.x, blockDim.x << 1) + threadIdx.x;
  data[i] += 1;
  data[i + blockDim.x] += 1;
}

// The third is the first of the next block.
__global__ void threeRacy(unsigned *data) {
  unsigned i = blockIdx.x * (blockDim.x << 1) + threadIdx.x;
  data[i] += 1;
  data[i + blockDim.x + blockDim.x] += 1;
}

__global__ void oneBlockApartRacy(unsigned *data) {
  unsigned i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
  data[i] += 1;
  data[i + blockDim.x] += 1;
}
