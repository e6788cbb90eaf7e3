// MaskMismatch - two queries: a thread and its own mask, a thread and
// another's.
//
// None is excluded if another thread would have the wrong mask where it came to
// the barrier; that it does come is required of what is shown, or said not to
// be sure.
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
  bool IsOfTwo; ///< the second thread comes to the barrier, too
  const char *Explanation;
};

class Search {
public:
  Search(const intervals::Ground &G, LaunchFacts &Launch, Decider &D,
         const Barrier *B, const Party &Its)
      : G(G), Launch(Launch), D(D), B(B), Its(Its),
        W(Walk::pastBarriers(G, Scope::Warp)), Waits(W.arrivalAt(B)),
        Both(Launch, G.P.terms(), Scope::Warp, W.shared()) {}

  MaskMismatch run();

private:
  std::array<Case, 2> cases() const;
  /// IsOfTwo: both come to the barrier.
  Query queryOf(const Case &C, bool IsOfTwo) const;
  bool show(Query &Q, const Case &C, const Answer &A, MaskMismatch &Result);

  const intervals::Ground &G;
  LaunchFacts &Launch;
  Decider &D;
  const Barrier *B;
  const Party &Its;
  Walk W;
  State Waits;
  TwoThreads Both;
};
} // namespace

std::array<Case, 2> Search::cases() const {
  TermContext &T = G.P.terms();
  return {{{T.logicalNot(Both.firstNamesItself(Its)), /*IsOfTwo=*/false,
            "one thread comes to the barrier and its mask does not name it"},
           {T.logicalAnd(Both.firstNamesSecond(Its),
                         T.ne(Both.first(Its.Mask), Both.second(Its.Mask))),
            /*IsOfTwo=*/true,
            "one thread waits at the barrier for another, of which the mask "
            "is another"}}};
}

Query Search::queryOf(const Case &C, bool IsOfTwo) const {
  Query Q{Both.common(), Waits.Approximation};
  Q.require(Both.sameWarp());
  Q.require(Both.first(Waits.Condition));
  if (IsOfTwo)
    Q.require(Both.second(Waits.Condition));
  Q.require(C.Holds);
  Q.complete(Launch);
  return Q;
}

bool Search::show(Query &Q, const Case &C, const Answer &A,
                  MaskMismatch &Result) {
  if (A.TheKind != Answer::Kind::Yes)
    return false;
  Finding &F = Result.Shown.emplace();
  F.TheKind = Finding::Kind::BarrierDivergence;
  F.Relation = Scope::Warp;
  F.Sites = {siteOf(B)};
  Q.show(F, A.TheModel, Scope::Warp, G.P, Launch, D);
  F.Explanation = C.Explanation;
  return true;
}

MaskMismatch Search::run() {
  MaskMismatch Result;
  for (const Case &C : cases()) {
    Query Q = queryOf(C, /*IsOfTwo=*/false);
    Answer Any = D.decide(Q.Terms);
    if (Any.TheKind == Answer::Kind::No)
      continue;
    Result.Reason = "whether the masks name those that come: " + Any.Reason;
    if (C.IsOfTwo) {
      Query OfTwo = queryOf(C, /*IsOfTwo=*/true);
      if (show(OfTwo, C, D.decide(OfTwo.Terms), Result))
        return Result;
      Q.approximate("whether the other comes to the barrier");
    }
    show(Q, C, Any, Result);
    return Result;
  }
  Result.Excluded = true;
  return Result;
}

MaskMismatch findMaskMismatch(const intervals::Ground &G, LaunchFacts &Launch,
                              Decider &D, const Barrier *B, const Party &Its) {
  return Search(G, Launch, D, B, Its).run();
}

} // namespace racemap::verdict
