// A tile with a border says along each dimension how many threads a block has
// there: a part of the tile's rows, whichever dimension steps fastest. A launch
// that has more is told.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ALONE --implicit-check-not=warning:
// RUN: %racemap check --budget-ms=60000 %s -- -DX=8 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s -- -DX=16 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ALONE: remark: kernel 'solve(float const*, float*)' is undecided: race if blockDim.x > 8 || blockDim.y > 8 || blockDim.z > 8;
// ALONE: 1 kernel: 0 race-free, 0 racy, 1 unknown
// GOOD: 1 kernel: 1 race-free, 0 racy, 0 unknown
// BAD: warning: {{data race on|out-of-bounds access to}} 'tile'
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown

__global__ void solve(const float *in, float *out) {
  __shared__ float tile[10][10][10];
  unsigned x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  unsigned rank = x * 64 + y * 8 + z;
  tile[x + 1][y + 1][z + 1] = in[blockIdx.x * 512 + rank];
  if (x == 0)
    tile[0][y + 1][z + 1] = tile[9][y + 1][z + 1] = 0;
  __syncthreads();
  out[blockIdx.x * 512 + rank] = tile[x + 2][y + 1][z + 1] + tile[x][y + 1][z + 1];
}

#ifdef X
void launch(const float *in, float *out, int blocks) {
  solve<<<blocks, dim3(X, 8, 8)>>>(in, out);
}
#endif
