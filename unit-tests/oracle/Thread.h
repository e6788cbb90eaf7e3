// Thread - the state of one thread of the executor.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_THREAD_H
#define RACEMAP_UNITTESTS_ORACLE_THREAD_H

#include "Executor.h"

namespace racemap::oracle {

inline constexpr unsigned LanesOfWarp = 32;

/// What either clock has seen.
inline void join(std::vector<unsigned> &Into, const std::vector<unsigned> &C) {
  Into.resize(std::max(Into.size(), C.size()));
  for (size_t I = 0; I != C.size(); ++I)
    Into[I] = std::max(Into[I], C[I]);
}

struct Executor::Thread {
  enum class Mode : uint8_t { Runs, Waits, Returned };
  Mode TheMode = Mode::Runs;
  size_t At = 0; ///< the next instruction; of a waiting thread: the barrier;
                 ///< of one that has returned: the return
  llvm::DenseMap<const map::Variable *, uint64_t> Values; ///< loop variables
  llvm::DenseMap<const map::Loop *, uint64_t> Steps;
  std::vector<unsigned> Clock;
  size_t Epoch = 0;
  /// Events that go on, and how many groups were committed since.
  std::vector<std::pair<size_t, unsigned>> InFlight;
  // Of a waiting thread:
  const map::Barrier *Waiting = nullptr;
  uint64_t Number = 0;
  std::optional<uint64_t> Count;
  uint32_t Mask = ~0u;
  /// By barrier, as Executor::keyOf gives it: how often it had completed when
  /// the thread arrived there last.
  std::map<BarrierKey, size_t> Arrivals;
  std::map<BarrierKey, size_t> Times; ///< that it has arrived there

  uint64_t Votes = 0; ///< that it has taken part in
  /// By a barrier's or a vote's result and the values of its operands: the
  /// first thread of the group that got it, and the time.
  std::map<std::pair<std::string, std::vector<uint64_t>>,
           std::pair<unsigned, uint64_t>>
      Got;

  bool waitsAt(map::Scope S) const {
    return TheMode == Mode::Waits && Waiting->TheScope == S;
  }
  bool hasYetToArrive() const {
    return Waiting->ThePart == map::Barrier::Part::Whole;
  }
  /// The place of the next instruction in the tree: two threads are at the
  /// same place if they stand at one statement in the same iterations.
  std::vector<uint64_t> place(const Code &C) const {
    std::vector<uint64_t> Result;
    for (const Step &S : C.Instructions[At].Place)
      Result.push_back(S.TheKind == Step::Kind::Iteration
                           ? Values.lookup(S.TheLoop->Counter)
                           : S.Number);
    return Result;
  }
};

} // namespace racemap::oracle

#endif
