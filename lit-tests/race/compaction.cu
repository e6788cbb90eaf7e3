// Compaction: each thread that keeps its element needs a place of its own.
//
// Numbers from an atomic counter are distinct. That sums of what threads before
// it keep are distinct is no fact about indices: undecided, and said so.
//
// RUN: %bare
// RUN: not %racemap check %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: %racemap check %s -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s --level=possible -- -DFIXED 2>&1 | \
// RUN:   FileCheck %s --check-prefix=POSSIBLE --implicit-check-not=warning:
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BAD: warning: data race on 'count' in kernel 'append({{.*}}(input)
// BAD: warning: data race on 'place' in kernel 'compactBlock({{.*}}(provable)
// BAD: 2 kernels: 0 race-free, 2 racy, 0 unknown
//
// GOOD: 'compactBlock({{.*}} is undecided: only possible findings
// GOOD: 2 kernels: 1 race-free, 0 racy, 1 unknown
//
// POSSIBLE: warning: data race on 'out' in kernel 'compactBlock({{.*}}(possible)

__global__ void append(const int *in, int *count, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] != 0) {
#ifdef FIXED
    int k = atomicAdd(count, 1);
#else
    int k = *count;
    *count = k + 1;
#endif
    out[k] = in[i];
  }
}

// The places are an exclusive scan of which elements are kept.
__global__ void compactBlock(const int *in, int *out, int *counts) {
  __shared__ int place[256];
  unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  bool kept = in[i] != 0;
  place[t] = kept;
  __syncthreads();
  for (unsigned d = 1; d < 256; d *= 2) {
    int before = t >= d ? place[t - d] : 0;
#ifdef FIXED
    __syncthreads();
#endif
    place[t] += before;
    __syncthreads();
  }
  if (kept)
    out[blockIdx.x * 256 + place[t] - 1] = in[i];
  if (t == 255)
    counts[blockIdx.x] = place[t];
}

void launch(const int *in, int *out, int *count, int n) {
  append<<<16, 256>>>(in, count, out, n);
  compactBlock<<<16, 256>>>(in, out, count);
}
