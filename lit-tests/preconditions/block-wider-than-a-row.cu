// Threads beyond the row's end write into the next one. The launch of 16 columns
// keeps to it; the size of the other one cannot be seen. Two races, one warning.
//
// RUN: %bare
// RUN: not %racemap check --budget-ms=60000 %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: sh %S/../Inputs/fix.sh %s %t.cu %racemap check --budget-ms=60000 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'tile' {{.*}}race if blockDim.x > 16; launch
// BAD-SAME: {{.*}}.cu:26 rules that out, launch {{.*}}.cu:25 does not
// BAD: note: {{.*}}more pairs of accesses race for the same reason
// BAD-NOT: warning: data race
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown

__global__ void sum(const float *in, float *out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  tile[threadIdx.y][threadIdx.x] += in[threadIdx.y];
}

void launch(const float *in, float *out, dim3 block) {
  sum<<<1, block>>>(in, out);
  sum<<<1, dim3(16, 16)>>>(in, out);
}
