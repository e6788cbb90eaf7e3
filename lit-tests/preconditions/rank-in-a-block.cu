// A rank that is made of rows of 32 threads says that a block has no wider ones,
// also where it is compared with the number of all threads. Whoever compares
// threadIdx.x itself with more than 32 has wider blocks.
//
// RUN: %bare
// RUN: %racemap check --budget-ms=60000 %s 2>&1 | \
// RUN:   FileCheck %s --check-prefix=RANK --implicit-check-not=warning:
// RUN: not %racemap check --budget-ms=60000 %s -- -DWIDER 2>&1 | \
// RUN:   FileCheck %s --check-prefix=WIDER
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RANK: undecided: race if blockDim.x > 32
// RANK: 1 kernel: 0 race-free, 0 racy, 1 unknown
// WIDER: warning: data race on 'tile' {{.*}} race if blockDim.x > 32
// WIDER: 1 kernel: 0 race-free, 1 racy, 0 unknown

__global__ void copy(const float *in, float *out) {
  __shared__ float tile[128];
  unsigned rank = threadIdx.y * 32 + threadIdx.x;
#ifdef WIDER
  bool isIn = threadIdx.x < 48 && threadIdx.y < 3;
#else
  bool isIn = rank < 128;
#endif
  if (isIn)
    tile[rank] = in[rank] + threadIdx.x;
  __syncthreads();
  if (isIn)
    out[128 * blockIdx.x + rank] = tile[127 - rank];
}
