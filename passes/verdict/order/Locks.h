// Locks - threads that let each other wait.
//
// A lock is a place that threads take by a compare-and-swap from the value of a
// free lock to another one, or by an exchange against one that is not free, and
// that nobody writes otherwise but who has taken it and gives it back (and, in
// shared memory, who sets it free before a barrier, behind which all begin). So
// one thread has it at a time; and if a fence is behind the taking and one is
// before the giving back (or these acquire and release by themselves), what one
// thread does in between is ordered before or behind what another one does that
// has the same lock. Where a lock is given back on some paths alone, nobody
// else gets it on the others.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_LOCKS_H
#define RACEMAP_PASSES_VERDICT_ORDER_LOCKS_H

#include "passes/verdict/order/BlockOrder.h"

namespace racemap::verdict {

class Locks {
public:
  Locks(const intervals::Ground &G, const Conflicts &Meeting,
        const BlockOrder &InBlock);

  /// That the two threads, at A and at B, do not have the same lock.
  Conjunction facts(const intervals::Interval &In, const intervals::Reach &A,
                    const intervals::Reach &B, const TwoThreads &Both) const;
  /// Is there nothing to be said of any two accesses?
  bool isEmpty() const { return Sections.empty(); }

private:
  /// From where a lock is taken to where it is given back.
  struct Section {
    const map::Access *Take, *Give;
    /// Take, or a loop around it that is left from behind Take alone.
    const map::Stmt *Begin;
    const map::Term *Free; ///< what who gets the lock has found
  };

  void find(std::vector<const map::Access *> Changes);
  const map::Term *freeValue(llvm::ArrayRef<const map::Access *> Changes) const;
  const map::Stmt *beginOf(const map::Access *Take,
                           const map::Access *Give) const;
  bool givesBack(const Section &S) const;
  bool isOverBarrier(const map::Stmt *After, const map::Stmt *Before) const;
  bool isHeld(const Section &S, const intervals::Reach &At,
              intervals::Relation R) const;
  const intervals::Reach *taking(const Section &S,
                                 const intervals::Interval &In) const;

  const intervals::Ground &G;
  map::TermContext &T;
  const Conflicts &Meeting;
  const BlockOrder &InBlock;
  std::vector<Section> Sections;
};

} // namespace racemap::verdict

#endif
