// PhaseOrder - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/order/PhaseOrder.h"
#include "passes/intervals/Phases.h"

namespace racemap::verdict {

using namespace map;
using intervals::Ground;
using intervals::Phases;
using intervals::Reach;
using intervals::Relation;

void requireNoPhaseBetween(Query &Q, const Ground &G, Relation R,
                           const Reach &A, const Reach &B,
                           const TwoThreads &Both,
                           const intervals::Convergence &IsConvergent) {
  if (!G.Split || R == Relation::OneThread)
    return;
  auto All = G.Split->meetings();
  bool AreMet = llvm::all_of(All, [&](const Phases::Meeting &M) {
    return llvm::all_of(M.Points,
                        [&](const Barrier *X) { return IsConvergent(X, R); });
  });
  if (!AreMet || A.Phases.size() != All.size()) {
    Q.approximate(intervals::DivergentBarrier);
    return;
  }
  TermContext &T = G.P.terms();
  for (size_t I = 0; I != All.size(); ++I) {
    const Phases::Meeting &M = All[I];
    bool HasClusters = M.TheScope == Scope::Cluster;
    if (HasClusters && R == Relation::DifferentBlock && !R.OneCluster)
      Q.approximate(intervals::UnknownParty);
    if (!intervals::covers(M.TheScope, R))
      continue;
    auto IsBefore = [&](const Reach &X, Copy First, const Reach &Y,
                        Copy Second) {
      if (X.TheAccess->Asynchronous)
        return T.no();
      const Term *Comes = T.logicalAnd(Both.copyOf(G.Split->agreed(), First),
                                       Both.copyOf(M.Member, First));
      return T.logicalAnd(Comes,
                          T.slt(Both.copyOf(X.Phases[I].first, First),
                                Both.copyOf(Y.Phases[I].second, Second)));
    };
    Q.require(T.logicalNot(IsBefore(A, Copy::First, B, Copy::Second)));
    Q.require(T.logicalNot(IsBefore(B, Copy::Second, A, Copy::First)));
  }
  if (!G.P.gaps().empty())
    Q.approximate(G.P.gaps().front()->Reason);
  if (G.Split->isPartial())
    Q.approximate("barriers in nested loops or under other conditions");
  if (A.TheAccess->Asynchronous || B.TheAccess->Asynchronous)
    Q.approximate("when an asynchronous copy is over, and who is told");
}

} // namespace racemap::verdict
