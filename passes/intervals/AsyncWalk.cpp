// AsyncWalk - how a walk follows an asynchronous access until it is over.
//
// The walk starts at the access and counts the groups that its thread commits.
// A wait that lets fewer go on than that ends it: the first of them is the
// access's own. Loops that commit or wait are followed iteration by iteration.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Walk.h"

namespace racemap::intervals {

using namespace map;

void Walk::whileInFlight(const Access *A, llvm::StringRef Doubt) {
  State Now = arrivalAt(A);
  Now.approximate(Doubt);
  if (isDead(Now))
    return;
  record(A, Now);
  TermContext &T = Now.Env.terms();
  Commits = T.loopVariable("$commits", 32);
  Now.Env.bind(Commits, T.constant(32, 0));
  Now = onwards(A, std::move(Now));
  if (!isDead(Now))
    Passed.push_back({nullptr, std::move(Now)});
}

State Walk::group(const AsyncGroup *X, State Now) {
  if (!Commits)
    return Now;
  TermContext &T = Now.Env.terms();
  const Term *Count = Now.Env.lookup(Commits);
  if (!X->Pending) {
    ++Now.LeastCommits;
    Now.Env.bind(Commits, T.add(Count, T.constant(32, 1)));
    return Now;
  }
  if (Now.LeastCommits > *X->Pending)
    return dead(Now);
  Now.require(T.ule(Count, T.constant(32, *X->Pending)));
  return Now;
}

/// From the end of the loop's body.
State Walk::furtherIterations(const Loop *L, State Now) {
  LoopInstance Here{L->Counter, L->TheRange ? L->TheRange->Var : nullptr};
  if (Commits && !G.Loops[L].HasGroups)
    return laterIterations(L, std::move(Now), Here);
  LoopInstance Next = nextIteration(L, G.Loops[L], Now.Env, Here);
  return iterate(L, std::move(Now), Next);
}

/// Any iteration after Here, none of which commits or waits.
State Walk::laterIterations(const Loop *L, State Now, LoopInstance Here) {
  TermContext &T = Now.Env.terms();
  const LoopFacts &F = G.Loops[L];
  LoopInstance I = fresh(L);
  State Later = Now;
  for (LoopInstance X : {Here, I})
    Later.require(belongTogether(L, F, Now.Env, X, /*NeedCounter=*/true));
  Later.require(T.ult(Here.Counter, I.Counter));
  Later.Env = bindLoop(Later.Env, L, I);
  bool IsClosed = F.Monotone && !F.CanBeLeft;
  if (!IsClosed)
    Later.approximate("iterations of a loop that is left from within or has an "
                      "irregular test");
  State In = Later;
  In.require(Later.Env(L->While));
  if (!isDead(In))
    walk(L->Body, 0, std::move(In));
  std::vector<State> Outs = takeLeft(L);
  if (IsClosed && L->TheRange && !F.UsedAfter) {
    Outs.push_back(std::move(Now));
  } else {
    Later.require(T.logicalNot(Later.Env(L->While)));
    Later.approximate("when a loop ends");
    Outs.push_back(std::move(Later));
  }
  return join(std::move(Outs));
}

} // namespace racemap::intervals
