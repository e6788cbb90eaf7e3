// Where no launch is in sight, the size of the block is the launcher's choice:
// what an ordinary block does not do is only possible. A loop that runs one
// element too far does so in every launch.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | \
// RUN:   FileCheck %s --implicit-check-not=warning:
// RUN: not %racemap check %s --level=possible 2>&1 | \
// RUN:   FileCheck %s --check-prefix=POSSIBLE
// RUN: not %racemap check %s --block-dim=512 2>&1 | \
// RUN:   FileCheck %s --check-prefix=KNOWN
// RUN: not %racemap check %s -- -DTOO_FAR 2>&1 | \
// RUN:   FileCheck %s --check-prefix=FAR
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CHECK: 1 kernel: 1 race-free, 0 racy, 0 unknown
// POSSIBLE: warning: out-of-bounds access to 's' {{.*}} (possible)
// POSSIBLE: note: {{.*}}(only with a block or grid size that no launch in sight uses)
// KNOWN: warning: out-of-bounds access to 's' {{.*}} (provable)
// FAR: warning: out-of-bounds access to 's' {{.*}} (provable)

__global__ void k(const int *in, int *out) {
  __shared__ int s[256];
#ifdef TOO_FAR
  for (int i = threadIdx.x; i <= 256; i += blockDim.x)
    s[i] = in[i];
#else
  s[threadIdx.x] = in[threadIdx.x];
#endif
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 256];
}
