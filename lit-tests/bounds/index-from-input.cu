// An index from an input can be anything, as far as the kernel is concerned. Whoever
// fills the input knows more: that alone is no warning.
//
// RUN: %bare
// RUN: not %racemap check %s --level=possible 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: out-of-bounds access to 'bins' {{.*}} (possible): this atomic of 4 bytes can leave the array
// BAD: note: for example {{.*}}, in[{{[0-9]+}}] = {{-?[0-9]+}}, byte {{-?[0-9]+}} of 'bins', which has 1024 bytes
// BAD: the access leaves 'bins' (if {{.*}}what is read may be within the array)
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  unsigned bin = in[threadIdx.x];
#ifdef FIXED
  bin %= 256;
#endif
  atomicAdd(&bins[bin], 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

void launch(const unsigned *in, unsigned *out) {
  histogram<<<1, 256>>>(in, out);
}
