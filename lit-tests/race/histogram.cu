// A histogram needs atomics: two inputs may fall into one bin.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'bins' {{.*}}(input)
// BAD: in[{{[0-9]+}}] = 
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void histogram(const unsigned char *in, unsigned *bins) {
  unsigned char b = in[blockIdx.x * blockDim.x + threadIdx.x];
#ifdef FIXED
  atomicAdd(&bins[b], 1u);
#else
  bins[b] += 1;
#endif
}

void launch(const unsigned char *in, unsigned *bins) {
  histogram<<<16, 256>>>(in, bins);
}
