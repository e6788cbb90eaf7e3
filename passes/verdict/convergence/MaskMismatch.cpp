// MaskMismatch - two queries: a thread and its own mask, a thread and
// another's.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/convergence/MaskMismatch.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

using namespace map;
using intervals::Party;
using intervals::State;
using intervals::Walk;
using solve::Answer;

namespace {
/// A way in which masks do not fit.
struct Case {
  const Term *Holds;
  const char *Explanation;
};
} // namespace

static std::array<Case, 2> casesOf(const TwoThreads &Both, const Party &Its,
                                   TermContext &T) {
  return {{{T.logicalNot(Both.firstNamesItself(Its)),
            "one thread comes to the barrier and its mask does not name it"},
           {T.logicalAnd(Both.firstNamesSecond(Its),
                         T.ne(Both.first(Its.Mask), Both.second(Its.Mask))),
            "one thread waits at the barrier for another, of which the mask "
            "is another"}}};
}

MaskMismatch findMaskMismatch(const intervals::Ground &G, LaunchFacts &Launch,
                              Decider &D, const Barrier *B, const Party &Its) {
  Walk W = Walk::pastBarriers(G, Scope::Warp);
  State Waits = W.arrivalAt(B);
  TermContext &T = G.P.terms();
  TwoThreads Both(Launch, T, Scope::Warp, W.shared());
  MaskMismatch Result;
  for (const Case &C : casesOf(Both, Its, T)) {
    Query Q{Both.common(), Waits.Approximation};
    Q.require(Both.sameWarp());
    Q.require(Both.first(Waits.Condition));
    Q.require(C.Holds);
    const Answer &A = D.decide(Q.Terms);
    if (A.TheKind == Answer::Kind::No)
      continue;
    Result.Reason = "whether the masks name those that come: " + A.Reason;
    if (A.TheKind == Answer::Kind::Yes) {
      Finding &F = Result.Shown.emplace();
      F.TheKind = Finding::Kind::BarrierDivergence;
      Q.doubtHost(Launch);
      F.Relation = Scope::Warp;
      F.Sites = {siteOf(B)};
      Q.show(F, A.TheModel, Scope::Warp, G.P, Launch, D);
      F.Explanation = C.Explanation;
    }
    return Result;
  }
  Result.Excluded = true;
  return Result;
}

} // namespace racemap::verdict
