// Steps - what this thread has computed so far, counted and not timed.
//
// Budgets count steps: what fits into one depends on the input alone, not on
// the machine, its load or the clock. A step is a node of a term that is made,
// visited, bounded or evaluated, a statement that is run, or a resource unit of
// Z3's. Whoever does such work takes the steps; whoever has a budget looks how
// many were taken.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_STEPS_H
#define RACEMAP_PASSES_MAP_STEPS_H

#include <cstdint>

namespace racemap::map {

class Steps {
public:
  /// So many take about a millisecond on an ordinary machine: measured over
  /// lit-tests/race, bench/sesa and some of cuda-samples with Z3 4.8.12. It
  /// is what the milliseconds of `budget-ms` mean, however fast this machine
  /// is.
  static constexpr uint64_t PerMillisecond = 3000;

  /// By the calling thread, since it began.
  static uint64_t taken() { return Taken; }
  static void take(uint64_t N = 1) { Taken += N; }

private:
  static constinit thread_local uint64_t Taken;
};

} // namespace racemap::map

#endif
