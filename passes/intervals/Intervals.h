// Intervals - which accesses may happen in parallel.
//
// In:  a protocol, a relation of two threads, and which barriers are proved
//      convergent for it.
// Out: one Interval for the entry and one per ordering barrier: the accesses
//      reachable from there without crossing another ordering barrier, each
//      with its path condition.
// Two accesses may happen in parallel exactly if some interval holds both
// and both conditions can be true at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_INTERVALS_H
#define RACEMAP_PASSES_INTERVALS_INTERVALS_H

#include "passes/intervals/Relation.h"
#include "passes/intervals/Walk.h"

namespace racemap::intervals {

struct Interval {
  Relation TheRelation;
  const map::Barrier *Start; ///< null for the kernel's entry
  /// Loop variables that both threads have in common here.
  SharedVariables Shared;
  std::vector<Reach> Reaches;
  /// If not 0: only pairs of which one is before this one in Reaches and the
  /// other is not.
  size_t FirstOfOther = 0;
  /// Why nothing orders them, if it is not for want of barriers.
  llvm::StringRef Why;

  bool compares(size_t A, size_t B) const {
    return !FirstOfOther || (A < FirstOfOther) != (B < FirstOfOther);
  }
};

/// Whether threads related by R pass B together whenever one of them does.
using Convergence = std::function<bool(const map::Barrier *B, Relation R)>;

/// What crossing B means for two threads related by R.
Walk::Crossing crossing(const Ground &G, const map::Barrier *B, Relation R,
                        const Convergence &IsConvergent);

std::vector<Interval> computeIntervals(const Ground &G, Relation R,
                                       const Convergence &IsConvergent);

/// The relations that have to be told apart in this protocol: those of one
/// warp come first, if there are any.
std::vector<Relation> relationsOf(const Ground &G, bool GridLevel);

} // namespace racemap::intervals

#endif
