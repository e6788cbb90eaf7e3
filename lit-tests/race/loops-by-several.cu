// Loops that do several elements at a time, as long as all of them are there: a
// sum of the index is what their tests compare.
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
// JSON: "n + blockDim.x * gridDim.x * 4 <= 2147483648"

#ifdef FIXED
#define WIDE 4
#define LIMIT 256
#else
#define WIDE 3
#define LIMIT 255
#endif

__global__ void fours(float *out, int n) {
  for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * WIDE; i + 3 < n;
       i += blockDim.x * gridDim.x * 4) {
    out[i] = threadIdx.x;
    out[i + 3] = threadIdx.x;
  }
}

__global__ void tiles(float *out, int n) {
  if (blockIdx.x == 0)
    for (int i = 0; i + 256 <= n; i += LIMIT)
      out[i + threadIdx.x] = threadIdx.x;
}

__global__ void wide(float *out, long n, int more) {
  if (blockIdx.x == 0)
    for (int i = threadIdx.x; i + more < n; i += LIMIT)
      out[i] = threadIdx.x;
}

void launch(float *out, int n, int more) {
  fours<<<100, 256>>>(out, n);
  tiles<<<100, 256>>>(out, n);
  wide<<<100, 256>>>(out, n, more);
}
