// An index of 32 bits and a limit of 64: that the index does not wrap is
// assumed, as it is where both have 32.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --json=%t.json -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD-COUNT-3: (provable)
// BAD: 3 kernels: 0 race-free, 3 racy, 0 unknown
// GOOD: 3 kernels: 3 race-free, 0 racy, 0 unknown
// JSON-DAG: "n + blockDim.x * gridDim.x <= 2147483648"
// JSON-DAG: "n + blockDim.x * gridDim.x <= 4294967296"

#ifdef FIXED
#define STRIDE (blockDim.x * gridDim.x)
#else
#define STRIDE blockDim.x
#endif

__global__ void asSigned(float *out, unsigned long n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += STRIDE)
    out[i] *= 2;
}

__global__ void asUnsigned(float *out, long n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += STRIDE)
    out[i] *= 2;
}

// Its steps are C++'s, which promises that they do not overflow.
__global__ void promised(float *out, unsigned long n, int stride) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  stride = STRIDE;
  for (int i = first; i < n; i += stride)
    out[i] *= 2;
}
