// Two arrays of different widths: a block that is wider than the wider one is
// wider than the other, too, so that one bound says it all. Each dimension has
// its own.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ALONE --implicit-check-not=warning: \
// RUN:     --implicit-check-not='blockDim.x > 17'
// RUN: not %racemap check --budget-ms=60000 %s -- -DSIDE=17 2>&1 | \
// RUN:   FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ALONE: remark: kernel 'tiles(float const*, float*, int, int)' is undecided: race if blockDim.x > 16, and perhaps elsewhere; no launch in sight rules that out
// BAD: warning: {{data race on|out-of-bounds access to}} 'narrow'

__global__ void tiles(const float *in, float *out, int m, int n) {
  __shared__ float narrow[16][16], wide[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  out += (size_t)blockIdx.z * m * n;
  narrow[y][x] = in[y * 32 + x];
  wide[y][x] = in[512 + y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += narrow[y][i] * wide[i][x];
  if (row < m && column < n)
    out[row * n + column] = sum;
}

#ifdef SIDE
void launch(const float *in, float *out) {
  tiles<<<1, dim3(SIDE, 8)>>>(in, out, 16, 16);
}
#endif
