// Whoever takes `i & (size - 1)` means the remainder by a power of two: that a
// size is one is not asked of the user. A launch that passes another is a race,
// and so is a missing barrier, whatever the size.
//
// RUN: %bare
// RUN: not %racemap check --bounds=off --budget-ms=10000 %s --kernel=^whole_ --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=WHOLE
// RUN: %racemap check --bounds=off --budget-ms=10000 %s --kernel=^quarter_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=REMARK --implicit-check-not=warning:
// RUN: not %racemap check --bounds=off --budget-ms=10000 %s --kernel=^quarter_ --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=QUARTER
// RUN: not %racemap check --bounds=off --budget-ms=10000 %s --kernel=^passed_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=PASSED
// RUN: not %racemap check --bounds=off --budget-ms=10000 %s --kernel=^unsynchronised_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=UNSYNCHRONISED
// RUN: not %racemap check --budget-ms=10000 %s --kernel=^halves_ 2>&1 | \
// RUN:   FileCheck %s --check-prefix=HALVES --implicit-check-not='blockDim.x >'
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// REMARK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// WHOLE: warning: data race on 'data' {{.*}}: race if (size & (size - 1)) != 0 || size < 1;
// WHOLE: 1 kernel: 0 race-free, 0 racy, 1 unknown
// QUARTER: warning: data race on 'data' {{.*}}: race if (size & (size - 1)) != 0 || size < 4;
// PASSED: warning: data race on 'data'
// UNSYNCHRONISED: warning: data race on 'data'
// HALVES: warning: data race on 'data' in kernel 'halves_(

#define SCAN(NAME, SIZE, BARRIER)                                              \
  __global__ void NAME(unsigned *out, unsigned size) {                         \
    __shared__ unsigned data[512];                                             \
    unsigned n = SIZE;                                                         \
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (n - 1));                  \
    data[pos] = 0;                                                             \
    pos += n;                                                                  \
    data[pos] = threadIdx.x;                                                   \
    for (unsigned offset = 1; offset < n; offset <<= 1) {                      \
      BARRIER;                                                                 \
      unsigned t = data[pos] + data[pos - offset];                             \
      __syncthreads();                                                         \
      data[pos] = t;                                                           \
    }                                                                          \
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[pos];                    \
  }
SCAN(whole_, size, __syncthreads())
SCAN(quarter_, size / 4, __syncthreads())
SCAN(passed_, size, __syncthreads())
SCAN(unsynchronised_, size, )

// Blocks of other sizes than powers of two read what the next block sums up.
// That blocks of at most two threads do not is no condition: those of 1024 do
// not, either.
__global__ void halves_(unsigned *data) {
  unsigned *own = data + blockIdx.x * blockDim.x;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0)
      own[threadIdx.x] += own[threadIdx.x + stride];
    __syncthreads();
  }
}

void launch(unsigned *out, unsigned size, unsigned blocks) {
  halves_<<<blocks, size>>>(out);
  whole_<<<blocks, 256>>>(out, size);
  quarter_<<<blocks, 256>>>(out, size);
  passed_<<<blocks, 256>>>(out, 100);
  unsynchronised_<<<blocks, 256>>>(out, size);
}
