// A scatter through an index array: equal indices collide.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'out' {{.*}}(input)
// BAD: index[{{[0-9]+}}] = 
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void scatter(const int *index, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
#ifdef FIXED
    out[i] = in[index[i]];
#else
    out[index[i]] = in[i];
#endif
}

void launch(const int *index, const float *in, float *out, int n) {
  scatter<<<16, 256>>>(index, in, out, n);
}
