// Barriers - the sixteen barriers of a block.
//
// A barrier is done when as many threads have come as were asked for or, if all
// were, when all threads that have not exited have come. No fibers in here:
// threads are numbers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_BARRIERS_H
#define RACEMAP_RUNTIME_CPU_BARRIERS_H

#include <array>
#include <cstdint>
#include <vector>

namespace racemap::cpu {

/// What a thread brings to a barrier.
struct BarrierArrival {
  unsigned Thread = 0;
  unsigned Id = 0;
  /// How many threads the barrier is for; 0: all of the block.
  unsigned Count = 0;
  bool Waits = true;
  bool Predicate = false;
};

/// A barrier that is done.
struct BarrierDone {
  unsigned Id = 0;
  /// It is for all of the block, and not for a number of threads.
  bool IsWholeBlock = false;
  /// All that came, and those of them that wait.
  std::vector<unsigned> Came, Waiting;
  /// What the predicates were, of those that came.
  unsigned NumTrue = 0;
};

class Barriers {
public:
  static constexpr unsigned NumBarriers = 16;

  void begin(unsigned NumThreads);
  /// What is done now that this thread has come; null if nothing is. It is
  /// there until the next thread comes or exits.
  const BarrierDone *arrive(const BarrierArrival &A);
  /// What is done now that a thread has exited.
  const BarrierDone *exited();

private:
  struct Barrier {
    unsigned Count = 0, NumTrue = 0;
    std::vector<unsigned> Came, Waiting;
  };
  const BarrierDone *check(unsigned Id);

  unsigned Alive = 0;
  /// At all barriers together.
  unsigned NumCame = 0;
  std::array<Barrier, NumBarriers> All;
  BarrierDone Done;
};

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_BARRIERS_H
