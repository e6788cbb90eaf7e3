// Run - what the executor saw when it ran a protocol once.
//
// Time is kept by vector clocks over all threads of the launch. A thread's
// own component counts the barriers it has passed, so all accesses of a
// thread between two barriers share one clock, its epoch.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_ORACLE_RUN_H
#define RACEMAP_UNITTESTS_ORACLE_RUN_H

#include "passes/map/Protocol.h"
#include <set>

namespace racemap::oracle {

using Dim = map::LaunchContext::Dim;

/// Which concrete launch.
struct Launch {
  Dim BlockDim{1, 1, 1}, GridDim{1, 1, 1}, ClusterDim{1, 1, 1};
  bool Lockstep = false; ///< of the threads of a warp

  static unsigned volume(const Dim &D) { return D[0] * D[1] * D[2]; }
  unsigned threadsPerBlock() const { return volume(BlockDim); }
  unsigned threads() const { return threadsPerBlock() * volume(GridDim); }
  bool areOneWarp(unsigned A, unsigned B) const {
    return blockOf(A) == blockOf(B) &&
           A % threadsPerBlock() / 32 == B % threadsPerBlock() / 32;
  }
  unsigned blockOf(unsigned Thread) const { return Thread / threadsPerBlock(); }
  /// The place of the N-th in a box of size D, x first.
  static Dim coordinates(unsigned N, const Dim &D) {
    return {N % D[0], N / D[0] % D[1], N / D[0] / D[1]};
  }
  Dim blockIdx(unsigned Thread) const {
    return coordinates(blockOf(Thread), GridDim);
  }
  Dim threadIdx(unsigned Thread) const {
    return coordinates(Thread % threadsPerBlock(), BlockDim);
  }
};

/// One executed access.
struct Event {
  const map::Access *TheAccess;
  unsigned Thread;
  size_t Epoch; ///< index into Run::Epochs
  /// When it is over, if it ever is: that of its thread then, and the first
  /// event that comes after it in its thread.
  std::optional<size_t> LastEpoch;
  size_t Behind = 0;
  std::vector<uint64_t> Slots;
  int64_t Offset;
  std::optional<uint64_t> Value;
  std::vector<std::pair<llvm::StringRef, uint64_t>> LoopValues;
  std::vector<uint64_t> Place; ///< in the tree, with iterations

  /// Does it leave its array?
  bool isOutside() const {
    const auto &Extent = TheAccess->TheArray->Extent;
    return Extent &&
           (Offset < 0 || uint64_t(Offset) + TheAccess->Size > *Extent);
  }
};

struct Run {
  const map::Protocol *TheProtocol = nullptr;
  std::vector<Event> Events;
  std::vector<std::vector<unsigned>> Epochs; ///< vector clocks
  /// By barrier Id. Mixed: participants at different statements or in
  /// different iterations, or a wait that never ended. PassedBy: one thread
  /// waited, another ended without meeting it, having gone past. EarlyExit:
  /// the other had returned before it. Beside: the other had returned in the
  /// other branch of a conditional.
  std::set<unsigned> Mixed, PassedBy, EarlyExit, Beside;
  std::vector<bool> Broke;     ///< per thread: a promise or a loop's range
  bool StepLimit = false;      ///< some thread did not end
  bool AssumptionsHold = true; ///< if not, nothing was run

  bool isDefined() const {
    return !StepLimit && llvm::none_of(Broke, [](bool B) { return B; });
  }
  /// Does A happen before B?
  bool isOrdered(const Event &A, const Event &B) const {
    if (!A.LastEpoch)
      return false;
    if (A.Thread == B.Thread)
      return size_t(&B - Events.data()) >= A.Behind;
    return Epochs[B.Epoch][A.Thread] >= Epochs[*A.LastEpoch][A.Thread];
  }
};

} // namespace racemap::oracle

#endif
