// SplitBarriers - barriers at which threads arrive without waiting, or at
// several places.
//
// They are convergent if Phases can follow them: if as many threads come as
// they count, all equally often, and nobody waits for ever in a barrier
// simulation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"
#include "passes/verdict/convergence/Convergence.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

using namespace map;
using intervals::Phases;
using intervals::State;
using intervals::Walk;
using solve::Answer;

/// A thread, before it comes to any of these, for ever.
bool Convergence::mayBeStuckElsewhere() const {
  return !Unclear.empty() || llvm::any_of(Divergent, [&](const Barrier *B) {
    return !G.Split || !G.Split->isSplit(B);
  });
}

bool Convergence::analyseSplit(const Barrier *B, ContextResult &Out) {
  const Phases &Split = *G.Split;
  const Phases::Problem &P = Split.problem();
  if (P.At) {
    if (P.At == B && P.IsStuck)
      reportStuck(B, Out);
    else if (P.At == B || !Split.isSplit(P.At))
      Out.leave({{siteOf(B)}, P.Why});
    return false;
  }
  if (runEquallyOften())
    return true;
  Out.leave({{siteOf(B)},
             "whether all threads come to a barrier, at which some "
             "only arrive, equally often"});
  return false;
}

/// No thread leaves one of the loops after more rounds than another thread.
bool Convergence::runEquallyOften() {
  TermContext &T = G.P.terms();
  intervals::SharedVariables None;
  TwoThreads Both(Launch, T, Scope::Block, None);
  for (const Loop *One : G.Split->loops())
    for (const Loop *Other : G.Split->loops()) {
      State First = Walk::pastBarriers(G, Scope::Block).arrivalBehind(One);
      State Second = Walk::pastBarriers(G, Scope::Block).arrivalBehind(Other);
      auto RoundsOf = [&](const Loop *L, const State &S) {
        return T.resizeUnsigned(S.Env(L->Counter), 64);
      };
      Conjunction Q = Both.common();
      Q.push_back(Both.first(First.Condition));
      Q.push_back(Both.second(Second.Condition));
      Q.push_back(T.ne(Both.first(RoundsOf(One, First)),
                       Both.second(RoundsOf(Other, Second))));
      llvm::append_range(Q, Seen.facts(Q, Both));
      if (D.decide(Q).TheKind != Answer::Kind::No)
        return false;
    }
  return true;
}

void Convergence::reportStuck(const Barrier *B, ContextResult &Out) {
  const Phases::Problem &P = G.Split->problem();
  bool IsSure = !G.Split->isPartial() && P.IsSure && runEquallyOften();
  reportMissing(B, G.Split->of(B).Member, P.Why,
                IsSure ? "" : "how often threads come to the barrier", Out);
}

} // namespace racemap::verdict
