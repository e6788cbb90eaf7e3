// Query - certainty: the typing judgement of Liew et al. (PLACES 2024), for
// the pair at hand.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/query/Query.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/replay/OtherThreads.h"

namespace racemap::verdict {

void Query::complete(const LaunchFacts &Launch) {
  std::vector<const map::Term *> Facts = Launch.contents().facts(Terms);
  llvm::erase_if(Facts, [&](const map::Term *T) {
    return llvm::is_contained(common(), T);
  });
  // They hold whatever the two threads do.
  Terms.insert(Terms.begin() + NumCommon, Facts.begin(), Facts.end());
  NumCommon += Facts.size();
  HostDoubt = Launch.doubtAbout(
      llvm::ArrayRef<const map::Term *>(Terms).drop_front(NumCommon));
}

Certainty Query::certainty() const {
  if (!doubt().empty())
    return Certainty::Possible;
  Certainty Own = certaintyOfTerms();
  return WhateverHost ? std::max(Own, Certainty::Input) : Own;
}

Certainty Query::certaintyOfTerms() const {
  auto Mentions = [&](map::Cause Why) { return map::mentions(Terms, Why); };
  if (Mentions(map::Cause::Unmodelled) || Mentions(map::Cause::SharedValue))
    return Certainty::Possible;
  return ComeFirst || Mentions(map::Cause::Input) ? Certainty::Input
                                                  : Certainty::Provable;
}

void Query::show(Finding &F, const solve::Model &M, map::Scope Group,
                 const map::Protocol &P, const LaunchFacts &Launch,
                 Decider &D) const {
  solve::Model Small = D.smallModel(Terms, M);
  F.TheWitness = makeWitness(Launch, P.terms(), Group, Small);
  F.TheCertainty = mayAllKeepTo(P, Launch, F.TheWitness, Small)
                       ? certainty()
                       : Certainty::Possible;
}

} // namespace racemap::verdict
