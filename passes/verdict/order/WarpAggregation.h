// WarpAggregation - warp-aggregated atomics: one lane adds to a counter for its
// group, and each lane makes a number of its own of what a shuffle gives it.
//
// In:  a shuffle of what an addition to a counter has found.
// Out: the mask of the group, if the lane that is asked has added as much as
//      the mask has bits: what it found plus a lane's rank in the mask is then
//      this lane's alone.
// For that
// * the lanes of the mask have made it together (active, match, ballot), and
//   whoever of them has done so comes to the shuffle, which is theirs alone or
//   that of all who have balloted,
// * they ask one lane, which follows from the mask, and it is the one that has
//   added: shown for whichever lane that is,
// * where the counter is follows from the mask and its making as well.
// Iterations are not counted: lanes can be together in different ones.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_ORDER_WARPAGGREGATION_H
#define RACEMAP_PASSES_VERDICT_ORDER_WARPAGGREGATION_H

#include "passes/intervals/Walk.h"
#include "passes/verdict/query/Decider.h"
#include "passes/verdict/query/TwoThreads.h"

namespace racemap::verdict {

struct AggregatedAtomic {
  const map::Exchange *Given; ///< the shuffle
  const map::Access *Taken;   ///< the addition
  const map::Unknown *Group;  ///< its mask
  /// Whether a lane that comes to the shuffle is of the group; null: always.
  const map::Term *IsMember;
};

class WarpAggregation {
public:
  WarpAggregation(const intervals::Ground &G, LaunchFacts &Launch, Decider &D);

  /// What gives the unknown of this name; null if it is none, or not shown.
  const AggregatedAtomic *find(llvm::StringRef Name);
  /// How many lanes of the mask come before this one.
  const map::Term *rank(const map::Term *Mask, const map::Term *Lane) const;
  /// Counts of bits in the terms that are this one, said in another way.
  Conjunction sameCounts(const map::Term *Count,
                         llvm::ArrayRef<const map::Term *> Terms);

private:
  const map::Exchange *exchange(const map::Term *Result) const;
  std::optional<AggregatedAtomic> resolve(const map::Exchange *Shuffle);
  std::optional<AggregatedAtomic> groupOf(const map::Exchange *Shuffle,
                                          const map::Access *Taken,
                                          const map::Exchange *Made);
  bool isOneForAll(const map::Exchange *X);
  bool comesFrom(const map::Stmt *From, const map::Stmt *To,
                 const map::Term *Members);
  bool surroundingsAreUniform(const map::Stmt *S) const;
  bool isTakenBy(const AggregatedAtomic &H);
  bool never(const map::Term *One, const map::Term *Other);

  const intervals::Ground &G;
  map::TermContext &T;
  LaunchFacts &Launch;
  Decider &D;
  llvm::StringMap<const map::Exchange *> ByResult; ///< null: several
  llvm::StringMap<std::optional<AggregatedAtomic>> Known;
};

} // namespace racemap::verdict

#endif
