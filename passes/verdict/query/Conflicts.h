// Conflicts - two threads touch a common byte at once, as a query.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_CONFLICTS_H
#define RACEMAP_PASSES_VERDICT_QUERY_CONFLICTS_H

#include "passes/intervals/Intervals.h"
#include "passes/map/Aliases.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

class Conflicts {
public:
  /// ByWarp: pairs of one warp have a relation of their own.
  Conflicts(const intervals::Ground &G, LaunchFacts &Launch, bool ByWarp)
      : G(G), Launch(Launch), Terms(G.P.terms()), ByWarp(ByWarp) {}

  /// Pairs of slots, and then of offsets, as bytes of the first one's object;
  /// null where nobody knows.
  using Places =
      llvm::SmallVector<std::pair<const map::Term *, const map::Term *>, 2>;
  Places places(const intervals::Reach &A, const intervals::Reach &B,
                const TwoThreads &Both) const;
  /// The first thread is at A and the second at B in one interval of this
  /// relation, and they overlap there.
  Query query(intervals::Relation R, const intervals::Reach &A,
              const intervals::Reach &B, const TwoThreads &Both) const;

  /// Can they lie in memory that both threads see as one?
  bool mayOverlap(const map::Access &A, const map::Access &B,
                  intervals::Relation R) const;
  /// Can they have a byte in common, whichever threads they are of and in
  /// whichever iterations? Not as different fields of one struct's instances.
  bool mayShareBytes(const map::Access &A, const map::Access &B) const;
  const map::Aliases &overlaps() const { return Launch.overlaps(); }
  bool isByWarp() const { return ByWarp; }

  /// What Of says, of two threads that have the same index of the array: they
  /// conflict whatever scales it. None if two that have are not in one place.
  std::optional<Query> inOnePlace(const Query &Of, const intervals::Reach &A,
                                  const intervals::Reach &B,
                                  const TwoThreads &Both) const;

private:
  const intervals::Ground &G;
  LaunchFacts &Launch;
  map::TermContext &Terms;
  bool ByWarp;
};

} // namespace racemap::verdict

#endif
