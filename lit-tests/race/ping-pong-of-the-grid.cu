// Two buffers that swap roles in a loop of the whole grid: its barrier orders
// the steps, the block's does not.
//
// RUN: %runtime
// RUN: %clangxx_cuda -fsyntax-only %s --cuda-device-only -Xclang -verify \
// RUN:   -fplugin-arg-racemap-unit-budget-ms=0
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define RELAX(NAME, SYNC)                                                      \
  __global__ void NAME(float *a, float *b, int n, int steps) {                 \
    auto grid = cg::this_grid();                                               \
    auto block = cg::this_thread_block();                                      \
    float *from = a, *to = b;                                                  \
    for (int s = 0; s < steps; ++s) {                                          \
      for (int i = 1 + grid.thread_rank(); i < n - 1; i += grid.size())        \
        to[i] = (from[i - 1] + from[i + 1]) / 2;                               \
      SYNC;                                                                    \
      float *t = from;                                                         \
      from = to;                                                               \
      to = t;                                                                  \
    }                                                                          \
  }

RELAX(ofTheGrid, grid.sync())
RELAX(ofTheBlock, block.sync()) // expected-warning 1+{{data race on}} expected-note 1+{{}}

void launch(float *a, float *b, int n) {
  ofTheGrid<<<8, 128>>>(a, b, n, 5);
  ofTheBlock<<<8, 128>>>(a, b, n, 5);
}
