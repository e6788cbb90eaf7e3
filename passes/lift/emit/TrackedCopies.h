// TrackedCopies - asynchronous copies that complete on a cuda::barrier.
//
// In:  where a barrier's phase is made to last until the thread's copies so far
//      are done (cp.async.mbarrier.arrive, of cuda::memcpy_async), each a gap
//      of the protocol until it is understood.
// Out: waits for these copies in front of barriers, in place of the gaps.
//
// A thread that arrives and waits at once has its copies done behind the
// barrier if all that may go on when it comes there are tracked by this
// barrier. What is more than that (to arrive now and wait later, other objects
// in between, copies that nothing tracks) stays a gap.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_TRACKEDCOPIES_H
#define RACEMAP_PASSES_LIFT_EMIT_TRACKEDCOPIES_H

#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace racemap::lift {

class TrackedCopies {
public:
  /// From the gap on, the barrier object of this number tracks the copies.
  void note(const map::Gap *Gap, const map::Term *Number) {
    Tracking[Gap] = Number;
  }
  /// When the body is complete.
  void resolve(map::Protocol &P);

private:
  /// What a thread that comes somewhere may have going on.
  struct State {
    enum class Copies : uint8_t { None, Tracked, Open };
    Copies TheCopies = Copies::None;
    const map::Term *By = nullptr; ///< the object, if they are tracked
    /// Nobody has waited for it yet.
    llvm::SmallPtrSet<const map::Stmt *, 2> Pending;

    void join(const State &Other);
    bool operator==(const State &) const = default;
  };

  void run(const map::Sequence &S, State &At);
  void run(const map::Stmt &S, State &At);
  void runLoop(const map::Loop &L, State &At);
  void meet(const map::Barrier &B, State &At);
  void giveUp(const State &At);
  void rewrite(map::Protocol &P, map::Sequence &S) const;

  llvm::DenseMap<const map::Stmt *, const map::Term *> Tracking;
  /// The most that barriers were met with; Tracked: they wait for copies.
  llvm::DenseMap<const map::Barrier *, State::Copies> Met;
  llvm::DenseMap<const map::Loop *, State> Left; ///< null: the kernel
  llvm::DenseSet<const map::Stmt *> Waited, GivenUp;
};

} // namespace racemap::lift

#endif
