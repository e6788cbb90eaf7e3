// Rows whose length has 64 bits, signed or not, written in steps of a block.
// That an index of 64 bits does not wrap is taken as true, and said; a loop
// that begins at 0 and rises does not come to numbers below.
//
// RUN: %bare
// RUN: %racemap check %s --kernel=good --json=%t.json 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: not %racemap check %s --kernel=bad 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not %racemap check %s --kernel=backwards 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BACK
// RUN: not %racemap check %s --kernel=hashed --emit-map=%t.map
// RUN: FileCheck %s --check-prefix=HASHED --input-file=%t.map
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: 6 kernels: 6 race-free, 0 racy, 0 unknown
// JSON-DAG: "no index of 64 bits wraps"
// JSON-DAG: "n <= 9223372036854775807"
// BAD-DAG: warning: data race on 'out' in kernel 'badSigned(
// BAD-DAG: warning: data race on 'out' in kernel 'badUnsigned(
// BAD-DAG: warning: data race on 'out' in kernel 'badImage(
// BAD: 3 kernels: 0 race-free, 3 racy, 0 unknown
// BACK: warning: data race on 'out' in kernel 'backwards({{.*}}: race if from < 0
// HASHED-NOT: promised
// HASHED: wr out[

using size = unsigned long;

template <typename Int> __device__ void rows(int *out, Int n, Int most) {
  for (Int i = threadIdx.x * 4; i < most; i += blockDim.x * 4)
    out[blockIdx.x * n + i] = threadIdx.x;
}
__global__ void goodSigned(int *out, long n) { rows<long>(out, n, n); }
__global__ void goodUnsigned(int *out, size n) { rows<size>(out, n, n); }
__global__ void badSigned(int *out, long n) { rows<long>(out, n, n + 1); }
__global__ void badUnsigned(int *out, size n) { rows<size>(out, n, n + 1); }

__global__ void goodOneRow(int *out, size n) {
  size i = threadIdx.x;
  if (i < n)
    out[blockIdx.x * n + i] = i;
}

__global__ void goodGrid(int *out, long n) {
  for (long i = blockIdx.x * long(blockDim.x) + threadIdx.x; i < n;
       i += long(gridDim.x) * blockDim.x)
    out[i] = i;
}

__device__ void image(int *out, size w, size h, size most) {
  size x = blockIdx.x * blockDim.x + threadIdx.x;
  size y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < most && y < h)
    out[y * w + x] = x;
}
__global__ void goodImage(int *out, size w, size h) { image(out, w, h, w); }
__global__ void badImage(int *out, size w, size h) { image(out, w, h, w + 1); }

// It may begin below 0, and is another row's end then.
__global__ void backwards(int *out, long n, long from) {
  for (long i = from + threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * n + i] = threadIdx.x;
}
__global__ void goodBackwards(int *out, long n, long from) {
  if (from < 0)
    return;
  for (long i = from + threadIdx.x; i < n; i += blockDim.x)
    out[blockIdx.x * n + i] = threadIdx.x;
}

__global__ void hashed(int *out, size n) {
  out[threadIdx.x * 0x9E3779B97F4A7C15ul * n] = threadIdx.x;
}
