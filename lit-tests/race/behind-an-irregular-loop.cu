// Whether the loop over the sample ends is not seen from its test; that the two
// threads of the witness come to its end is.
//
// RUN: %bare
// RUN: not %racemap check %s --budget-ms=60000 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s --budget-ms=60000 -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'sums' in kernel 'sample({{.*}}(provable)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void sample(const float *in, int n, float *out) {
  __shared__ float sums[256];
  unsigned t = threadIdx.x;
  int stride = n / gridDim.x, begin = blockIdx.x * stride;
  int i = begin + t, end = begin + stride / 8;
  float sum = 0;
  while (i < end) {
    sum += in[i];
    i += blockDim.x;
  }
  sums[t] = sum;
  for (int d = 128; d >= 32; d >>= 1) {
    __syncthreads();
    if (t < d)
      sums[t] += sums[t + d];
  }
#ifdef FIXED
  __syncthreads();
#endif
  if (t == 0)
    for (int k = 1; k < 32; ++k)
      sums[0] += sums[k];
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

void launch(const float *in, int n, float *out) {
  sample<<<64, 256>>>(in, n, out);
}
