// EarlyExits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/convergence/EarlyExits.h"
#include "passes/map/Traversal.h"
#include "passes/verdict/finding/Decisions.h"
#include "passes/verdict/finding/Witnesses.h"
#include "passes/verdict/query/Query.h"

namespace racemap::verdict {

using namespace map;
using intervals::State;
using intervals::Walk;
using solve::Answer;

/// What a thread that waits at B finds of one that returned at E, if anything.
static std::optional<Finding> findExit(const intervals::Ground &G,
                                       LaunchFacts &Launch, Decider &D,
                                       const Leave *E, const Barrier *B) {
  bool InNextIteration;
  if (B->ThePart == Barrier::Part::Arrival) // nobody waits
    return std::nullopt;
  if (B->Count) // who returned before does not come to it: Convergence counts
    return std::nullopt;
  if (!mayFollow(G, E, B, InNextIteration))
    return std::nullopt;
  Walk W = Walk::pastBarriers(G, groupOf(B));
  State Gone = W.arrivalAt(E), Waits = W.arrivalAt(B);
  TwoThreads Both(Launch, G.P.terms(), groupOf(B), W.shared());
  Query Q(Both.common(), Gone.Approximation);
  Q.approximate(Waits.Approximation);
  if (InNextIteration)
    Q.approximate("the barrier of a later iteration");
  Q.require(Both.different());
  if (const intervals::Party *Its = G.Masks.of(B))
    Q.require(Both.firstNamesSecond(*Its));
  Q.require(Both.first(Waits.Condition));
  Q.require(Both.second(Gone.Condition));
  if (B->TheScope == Scope::Cluster)
    Q.approximate("which blocks are of one cluster");
  Q.complete(Launch);
  const Answer &A = D.decide(Q.Terms);
  if (A.TheKind != Answer::Kind::Yes)
    return std::nullopt;
  Finding F;
  F.TheKind = Finding::Kind::EarlyExit;
  F.Relation = B->TheScope;
  F.Sites = {siteOf(B)};
  Q.show(F, A.TheModel, groupOf(B), G.P, Launch, D);
  F.Explanation = "one thread waits at the barrier after another has "
                  "returned from the kernel";
  return F;
}

void reportEarlyExits(const intervals::Ground &G, LaunchFacts &Launch,
                      Decider &D, ContextResult &Out) {
  forEachStmt(G.P.Body, [&](const Stmt *S) {
    const auto *E = llvm::dyn_cast<Leave>(S);
    if (!E || E->Target || D.isShareUsedUp())
      return;
    for (const Barrier *B : G.P.barriers())
      if (auto F = findExit(G, Launch, D, E, B)) {
        Out.Findings.push_back(std::move(*F));
        return;
      }
  });
}

} // namespace racemap::verdict
