// A shared array that has fewer elements than the block has threads.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: out-of-bounds access to 's' in kernel 'reverse({{.*}}' (provable): this write of 4 bytes can leave the array
// BAD: note: for example thread ({{[0-9]+}},0,0) of block (0,0,0), byte {{[0-9]+}} of 's', which has 512 bytes: element [{{[0-9]+}}] of 128; blockDim (256,1,1)
// BAD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

#ifdef FIXED
constexpr int size = 256;
#else
constexpr int size = 128;
#endif

__global__ void reverse(int *data) {
  __shared__ int s[size];
  s[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = s[255 - threadIdx.x];
}

void launch(int *data) { reverse<<<1, 256>>>(data); }
