// Each row has an element of each block, as the counters of a radix sort have:
// rows are at least as long as the grid. What is not laid out that way has to
// be.
//
// RUN: %bare
// RUN: %racemap check %s 2>&1 | FileCheck %s --check-prefix=GOOD --implicit-check-not=warning:
// RUN: not %racemap check %s -- -DBAD 2>&1 | FileCheck %s --check-prefix=BAD
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GOOD: kernel 'counters({{.*}} is undecided: race if blocks < gridDim.x; no launch in sight rules that out
// GOOD: 1 kernel: 0 race-free, 0 racy, 1 unknown
// BAD: warning: data race on 'counter' in kernel 'counters({{.*}} (provable)
// BAD: 1 kernel: 0 race-free, 1 racy, 0 unknown

__global__ void counters(unsigned *counter, unsigned blocks) {
  if (threadIdx.x < 16)
#ifdef BAD // two blocks have one place
    counter[threadIdx.x * blocks + blockIdx.x / 2] = clock();
#else
    counter[threadIdx.x * blocks + blockIdx.x] = clock();
#endif
}
