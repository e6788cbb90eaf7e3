// Races - all pairs of accesses of an interval.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_RACES_H
#define RACEMAP_PASSES_VERDICT_RACES_H

#include "passes/intervals/Intervals.h"
#include "passes/verdict/Query.h"

namespace racemap::verdict {

/// Can the two accesses conflict at all, by what they are and where?
bool mayConflict(const map::Access &A, const map::Access &B,
                 intervals::Relation R);

class Races {
public:
  Races(const map::Protocol &P, LaunchFacts &Launch, Decider &D, bool ByWarp,
        ContextResult &Out)
      : P(P), Launch(Launch), D(D), ByWarp(ByWarp), Out(Out) {}

  /// Decides all pairs; one finding per pair of accesses and relation.
  void analyse(const intervals::Interval &I);

private:
  using PairKey = std::tuple<unsigned, unsigned, intervals::Relation>;

  Query conflict(const intervals::Interval &I, const intervals::Reach &A,
                 const intervals::Reach &B, const TwoThreads &Both) const;
  void decide(const intervals::Interval &I, const intervals::Reach &A,
              const intervals::Reach &B);
  void race(const intervals::Interval &I, const intervals::Reach &A,
            const intervals::Reach &B, const TwoThreads &Both, const Query &Q,
            const solve::Model &M);
  bool writesSameValue(const intervals::Reach &A, const intervals::Reach &B,
                       const TwoThreads &Both, const Query &Q);

  const map::Protocol &P;
  LaunchFacts &Launch;
  Decider &D;
  bool ByWarp;
  ContextResult &Out;
  std::map<PairKey, size_t> Found; ///< index of the finding
};

} // namespace racemap::verdict

#endif
