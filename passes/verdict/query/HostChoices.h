// HostChoices - is a conflict there whatever the host passes?
//
// What the host computes in a way that is not followed is one of the values
// that the launch's conditions allow, and nobody knows which. A case with one
// of them says little. Cases with many ordinary ones, small and large, in any
// order among each other, and with those that code may be written for, say that
// it does not matter which it is.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_HOSTCHOICES_H
#define RACEMAP_PASSES_VERDICT_QUERY_HOSTCHOICES_H

#include "passes/verdict/launch/OrdinaryLaunches.h"
#include "passes/verdict/query/Query.h"
#include <set>

namespace racemap::verdict {

class HostChoices {
public:
  HostChoices(const map::LaunchContext &Context, const LaunchFacts &Launch,
              Decider &D, map::TermContext &Terms)
      : Context(Context), Launch(Launch), D(D), Terms(Terms) {}

  /// A case of the conflict, and what the host passes in it.
  struct Case {
    LaunchValues Passed;
    solve::Model TheModel;
  };
  /// An ordinary case, if Q has one for each choice with which threads come to
  /// the conflict, as Reached says, and these are no exceptions: between two
  /// sizes with a case there is none without. What is tiny does not count. None
  /// if that is not so, or if it would take long to see.
  std::optional<Case> find(const Query &Q, const Conjunction &Reached);

private:
  std::vector<HostName> namesIn(const Query &Q) const;
  /// Passes: threads come there, and there is no conflict.
  enum class Outcome : uint8_t {
    Conflicts,
    Passes,
    NotReached,
    NoLaunch,
    Unknown
  };
  /// All values of the only name, if the launch says that they are few: which
  /// of a list it is, in a loop that may end before. None is too small to
  /// count.
  std::optional<HostFamily> listed(const Query &Q,
                                   llvm::ArrayRef<HostName> Names);
  Outcome outcome(const Query &Q, const Conjunction &Reached,
                  const LaunchValues &Passed, std::optional<Case> &Found);
  /// How many choices have a case; none if one without shows that it matters
  /// what is passed. Exceptional are sizes that the code compares with: the
  /// host may pass one of them and nothing else.
  std::optional<unsigned> conflicting(const Query &Q,
                                      const Conjunction &Reached,
                                      const HostFamily &Family,
                                      const std::set<uint64_t> &Exceptional,
                                      std::optional<Case> &Found);

  const map::LaunchContext &Context;
  const LaunchFacts &Launch;
  Decider &D;
  map::TermContext &Terms;
  std::optional<Allowance> Time; ///< since it was asked first
};

} // namespace racemap::verdict

#endif
