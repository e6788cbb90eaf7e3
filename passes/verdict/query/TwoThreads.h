// TwoThreads - the two-thread reduction: terms of one thread in two copies.
//
// What differs between the two threads gets a copy each; what is uniform for
// their relation (parameters, dimensions, the block's index for two threads
// of one block, shared loop variables, contents of input arrays) is one name
// for both. As in Betts et al. (TOPLAS 2015) and Cogumbreiro et al. (CAV 2021).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_TWOTHREADS_H
#define RACEMAP_PASSES_VERDICT_QUERY_TWOTHREADS_H

#include "passes/intervals/Parties.h"
#include "passes/intervals/Relation.h"
#include "passes/intervals/Uniform.h"
#include "passes/verdict/launch/LaunchFacts.h"

namespace racemap::verdict {

class TwoThreads {
public:
  /// Group: the smallest group that both threads are in; of a thread alone,
  /// both copies are its own terms.
  TwoThreads(LaunchFacts &Launch, map::TermContext &Terms, map::Scope Group,
             const intervals::SharedVariables &Shared)
      : Launch(Launch), Terms(Terms), Group(Group), Shared(Shared) {}

  const map::Term *first(const map::Term *T) const {
    return copyOf(T, map::Copy::First);
  }
  const map::Term *second(const map::Term *T) const {
    return copyOf(T, map::Copy::Second);
  }

  const map::Term *copyOf(const map::Term *T, map::Copy C) const;

  map::Scope group() const { return Group; }
  /// What holds for any two threads of the group, equal ones included.
  std::vector<const map::Term *> common() const;
  /// That they are different threads, related exactly so. ByWarp: pairs of
  /// one warp are not SameBlock.
  const map::Term *related(intervals::Relation R, bool ByWarp) const;

  /// That the first waits for the second where it meets the party's barrier;
  /// and that they wait for each other.
  const map::Term *firstNamesItself(const intervals::Party &P) const;
  const map::Term *firstNamesSecond(const intervals::Party &P) const;
  const map::Term *secondNamesFirst(const intervals::Party &P) const;
  const map::Term *areTogether(const intervals::Party &P) const;
  /// That they are together in the parties of R, and in no other one; and
  /// whether their blocks are of one cluster.
  const map::Term *inParties(intervals::Relation R,
                             const intervals::Parties &All) const;

  /// Of a thread in its warp.
  const map::Term *lane() const;
  /// That the mask has a bit for the lane.
  const map::Term *names(const map::Term *Mask, const map::Term *Lane) const;

  /// That they are of one warp, or one and the same.
  const map::Term *sameWarp() const;

  /// That they are different threads of the group.
  const map::Term *different() const;

private:
  const map::Term *differ(unsigned FirstBuiltin) const;
  const map::Term *inOneCluster() const;

  LaunchFacts &Launch;
  map::TermContext &Terms;
  map::Scope Group;
  const intervals::SharedVariables &Shared;
};

} // namespace racemap::verdict

#endif
