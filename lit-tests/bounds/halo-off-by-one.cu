// A tile needs room for its halo on both sides.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: out-of-bounds access to 'tile' {{.*}} (provable): this write of 4 bytes can leave the array
// BAD: byte 1028 of 'tile', which has 1028 bytes
// BAD: warning: out-of-bounds access to 'tile' {{.*}} (provable): this read of 4 bytes can leave the array
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

#ifdef FIXED
constexpr int halo = 2;
#else
constexpr int halo = 1;
#endif
constexpr int block = 256;

__global__ void blur(const float *in, float *out, int n) {
  __shared__ float tile[block + halo];
  int i = blockIdx.x * block + threadIdx.x, t = threadIdx.x + 1;
  tile[t] = i < n ? in[i] : 0;
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == block - 1)
    tile[t + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  if (i < n)
    out[i] = tile[t - 1] + tile[t] + tile[t + 1];
}

void launch(const float *in, float *out, int n) {
  blur<<<(n + block - 1) / block, block>>>(in, out, n);
}
