// LoopWalk - how a walk passes a loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Walk.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;

/// Iterations that are followed one by one where no closed form is exact.
static constexpr unsigned MostIterations = 24;
/// The same while an asynchronous access is in flight.
static constexpr unsigned MostStages = 10;
/// Statements after which a walk stops following iterations one by one.
static constexpr unsigned MostSteps = 8000;

/// The conditions under which an instance of a loop's variables is that of an
/// iteration that is run, or of the test that ends the loop.
struct Walk::Shape {
  const Term *Inside;
  const Term *Done;
  llvm::StringRef Approximation;
};

LoopInstance Walk::fresh(const Loop *L) {
  TermContext &T = G.Launch.terms();
  unsigned N = ++NextInstance;
  auto Another = [&](const Variable *V) {
    return T.loopVariable(instanceName(V, N), V->width());
  };
  return {Another(L->Counter),
          L->TheRange ? Another(L->TheRange->Var) : nullptr};
}

const Term *Walk::whileHolds(const Loop *L, const Environment &Env,
                             LoopInstance I) const {
  return bindLoop(Env, L, I)(L->While);
}

std::vector<State> Walk::takeLeft(const Loop *L) {
  std::vector<State> Taken = std::move(Left[L]);
  Left[L].clear();
  return Taken;
}

State Walk::loop(const Loop *L, State Now) {
  const LoopFacts &F = G.Loops[L];
  if (!F.HasEffect && !F.UsedAfter) {
    // What is behind it is reached if it ends.
    if (F.IsIrregular)
      Now.approximate("a loop whose end is not known");
    return Now;
  }
  bool Ordered = llvm::any_of(F.Barriers, [&](const Barrier *B) {
    return Orders(B) == Crossing::Stops;
  });
  if (!Collecting || !(Commits ? F.HasGroups : Ordered))
    return privateLoop(L, std::move(Now));
  LoopInstance First = firstIteration(L, Now.Env);
  return iterate(L, std::move(Now), First);
}

/// The thread in any iteration of its own, and behind the loop.
State Walk::privateLoop(const Loop *L, State Now) {
  const LoopFacts &F = G.Loops[L];
  LoopInstance I = fresh(L);
  Shape S = shapeOf(L, Now, I, /*NeedCounter=*/false);
  // Whoever is in a later iteration, or behind the loop, has met them.
  if (Collecting)
    for (const Barrier *B : F.Barriers)
      Now = barrier(B, std::move(Now));
  State In = Now;
  In.Env = bindLoop(In.Env, L, I);
  In.require(S.Inside);
  In.approximate(S.Approximation);
  if (!isDead(In))
    walk(L->Body, 0, In);
  std::vector<State> Outs = takeLeft(L);
  State Out = std::move(Now);
  bool Ends = L->TheRange && F.Monotone && !F.CanBeLeft && !F.UsedAfter;
  if (!Ends) {
    Out.Env = bindLoop(Out.Env, L, I);
    Out.require(S.Done);
    Out.approximate(S.Approximation);
  }
  Outs.push_back(std::move(Out));
  return join(std::move(Outs));
}

Walk::Shape Walk::shapeOf(const Loop *L, const State &Entry, LoopInstance I,
                          bool NeedCounter) {
  TermContext &T = Entry.Env.terms();
  const LoopFacts &F = G.Loops[L];
  Shape S{T.no(), T.no(), {}};
  bool Closed = F.Monotone && !F.CanBeLeft;
  if (!Closed && !F.IsIrregular && unroll(L, Entry, I, S))
    return S;
  const Term *Relation = belongTogether(L, F, Entry.Env, I, NeedCounter);
  const Term *Holds = whileHolds(L, Entry.Env, I);
  LoopInstance First = firstIteration(L, Entry.Env);
  const Term *AtFirst = whileHolds(L, Entry.Env, First);
  S.Inside = T.logicalAnd(T.logicalAnd(AtFirst, Relation), Holds);
  if (!Closed)
    S.Approximation = "a loop that is left from within or has an irregular "
                      "test";
  // Done: at once, or in the iteration after one that was run.
  auto Is = [&](LoopInstance X) {
    const Term *Same = T.eq(I.Counter, X.Counter);
    if (!F.CounterUsed && !NeedCounter && L->TheRange)
      Same = T.yes();
    return L->TheRange ? T.logicalAnd(Same, T.eq(I.Value, X.Value)) : Same;
  };
  LoopInstance Last = fresh(L);
  const Term *LastRan =
      T.logicalAnd(belongTogether(L, F, Entry.Env, Last, NeedCounter),
                   whileHolds(L, Entry.Env, Last));
  const Term *AfterLast = Is(nextIteration(L, F, Entry.Env, Last));
  const Term *Reached = T.logicalOr(
      Is(First), T.logicalAnd(T.logicalAnd(AtFirst, LastRan), AfterLast));
  S.Done = T.logicalAnd(Reached, T.logicalNot(Holds));
  return S;
}

/// Follows the iterations one by one, silently; false if they do not end soon.
bool Walk::unroll(const Loop *L, const State &Entry, LoopInstance I,
                  Shape &Out) {
  TermContext &T = Entry.Env.terms();
  bool Was = std::exchange(Collecting, false);
  auto LeftBefore = Left;
  LoopInstance At = firstIteration(L, Entry.Env);
  State Now = Entry;
  Now.Condition = T.yes();
  Now.Approximation = {};
  bool Ended = false;
  for (unsigned N = 0; N <= MostIterations && Steps < MostSteps; ++N) {
    Now.Env = bindLoop(Now.Env, L, At);
    const Term *Holds = Now.Env(L->While);
    const Term *Here = T.logicalAnd(Now.Condition, T.eq(I.Counter, At.Counter));
    if (L->TheRange)
      Here = T.logicalAnd(Here, T.eq(I.Value, At.Value));
    Out.Done = T.logicalOr(Out.Done, T.logicalAnd(Here, T.logicalNot(Holds)));
    Out.Inside = T.logicalOr(Out.Inside, T.logicalAnd(Here, Holds));
    Now.require(Holds);
    if (!isDead(Now))
      Now = walk(L->Body, 0, std::move(Now));
    if ((Ended = isDead(Now)))
      break;
    At = nextIteration(L, G.Loops[L], Entry.Env, At);
  }
  Out.Approximation = Now.Approximation;
  Left = std::move(LeftBefore);
  Collecting = Was;
  if (!Ended)
    Out = {T.no(), T.no(), {}};
  return Ended;
}

/// A loop with an ordering barrier, from the beginning of iteration First.
State Walk::iterate(const Loop *L, State Now, LoopInstance First) {
  State Entry = Now;
  std::vector<State> Outs;
  size_t ReachesOfFirst = 0, PassedOfFirst = 0, LeftOfFirst = 0;
  unsigned Most = Commits ? MostStages : MostIterations;
  LoopInstance At = First;
  for (unsigned N = 0;; ++N) {
    if (isDead(Now))
      break;
    if (N > Most || (N > 1 && Steps > MostSteps)) {
      Outs.erase(Outs.begin() + 1, Outs.end());
      Reaches.erase(Reaches.begin() + ReachesOfFirst, Reaches.end());
      Passed.erase(Passed.begin() + PassedOfFirst, Passed.end());
      Left[L].erase(Left[L].begin() + LeftOfFirst, Left[L].end());
      Outs.push_back(beyond(L, Entry, First));
      break;
    }
    Now.Env = bindLoop(Now.Env, L, At);
    const Term *Holds = Now.Env(L->While);
    Outs.push_back(Now);
    Outs.back().require(Now.Env.terms().logicalNot(Holds));
    Now.require(Holds);
    Now = walk(L->Body, 0, std::move(Now));
    if (N == 0) {
      ReachesOfFirst = Reaches.size();
      PassedOfFirst = Passed.size();
      LeftOfFirst = Left[L].size();
    }
    At = nextIteration(L, G.Loops[L], Now.Env, At);
  }
  Outs.push_back(dead(Entry));
  for (State &S : takeLeft(L))
    Outs.push_back(std::move(S));
  return join(std::move(Outs));
}

/// Any iteration after First, reached without meeting an ordering barrier.
State Walk::beyond(const Loop *L, State Entry, LoopInstance First) {
  TermContext &T = Entry.Env.terms();
  LoopInstance I = fresh(L);
  Entry.Env = bindLoop(Entry.Env, L, First);
  const Term *Relation =
      belongTogether(L, G.Loops[L], Entry.Env, I, /*NeedCounter=*/true);
  State Later = Entry;
  Later.require(T.logicalAnd(Relation, T.ult(First.Counter, I.Counter)));
  Later.approximate("a loop in which barriers can be skipped");
  Later.Env = bindLoop(Later.Env, L, I);
  const Term *Holds = Later.Env(L->While);
  State In = Later;
  In.require(Holds);
  walk(L->Body, 0, In);
  Later.require(T.logicalNot(Holds));
  return Later;
}

/// The thread at the test of the iteration that both threads share. The
/// range's variable is one for both if its start and step are; otherwise each
/// thread has its own, which the counter ties to the iteration.
State Walk::enterShared(const Loop *L, State Now, bool Inside) {
  LoopInstance I{L->Counter, L->TheRange ? L->TheRange->Var : nullptr};
  bool Same = shareVariables(L, Now.Env, Group, Shared);
  Shape S = shapeOf(L, Now, I, /*NeedCounter=*/!Same);
  Now.Env = bindLoop(Now.Env, L, I);
  Now.require(Inside ? S.Inside : S.Done);
  Now.approximate(S.Approximation);
  return Now;
}

State Walk::atTest(const Loop *L, bool Inside) {
  State Now = arrivalAt(L);
  bool Was = std::exchange(Collecting, false);
  Now = enterShared(L, std::move(Now), Inside);
  Collecting = Was;
  return Now;
}

} // namespace racemap::intervals
