// Walk - statements, conditionals, and the two starting points.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Phases.h"
#include "passes/map/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;
using llvm::cast;
using llvm::dyn_cast;

State Walk::start() const { return {G.Launch.terms().yes(), G.Launch, {}}; }

bool Walk::isDead(const State &S) const {
  return G.Ranges.isAlwaysFalse(S.Condition);
}

State Walk::dead(const State &S) const {
  return {S.Env.terms().no(), S.Env, {}};
}

void Walk::fromEntry() { walk(G.P.Body, 0, start()); }

State Walk::walk(const Sequence &S, size_t From, State Now) {
  for (size_t I = From; I < S.size() && !isDead(Now); ++I)
    Now = step(S[I], std::move(Now));
  return Now;
}

State Walk::step(const Stmt *S, State Now) {
  ++Steps;
  map::Steps::take();
  switch (S->kind()) {
  case Stmt::Kind::Access:
    if (Collecting)
      record(cast<Access>(S), Now);
    return Now;
  case Stmt::Kind::Barrier:
    if (Collecting && Commits)
      Passed.push_back({cast<Barrier>(S), Now});
    return barrier(cast<Barrier>(S), std::move(Now));
  case Stmt::Kind::Fence:
  case Stmt::Kind::Exchange:
    return Now;
  case Stmt::Kind::AsyncGroup:
    return group(cast<AsyncGroup>(S), std::move(Now));
  case Stmt::Kind::Gap:
    Now.approximate(cast<Gap>(S)->Reason);
    return Now;
  case Stmt::Kind::Given:
    Now.require(Now.Env(cast<Given>(S)->Condition));
    return Now;
  case Stmt::Kind::If:
    return branch(cast<If>(S), Now);
  case Stmt::Kind::Loop:
    return loop(cast<Loop>(S), std::move(Now));
  case Stmt::Kind::Leave: {
    State Gone = dead(Now);
    if (const Loop *L = cast<Leave>(S)->Target)
      Left[L].push_back(std::move(Now));
    else if (Collecting && Commits)
      Passed.push_back({nullptr, std::move(Now)});
    return Gone;
  }
  }
  llvm_unreachable("all statements are handled");
}

State Walk::barrier(const Barrier *B, State Now) {
  if (!Collecting)
    return Now;
  switch (Orders(B)) {
  case Crossing::Stops:
    return dead(Now);
  case Crossing::Ignored:
    return Now;
  case Crossing::Blurred:
    Now.approximate(DivergentBarrier);
    return Now;
  case Crossing::Unclear:
    Now.approximate(UnknownParty);
    return Now;
  }
  llvm_unreachable("all crossings are handled");
}

void Walk::record(const Access *A, const State &Now) {
  Reach R{A,       Now.Condition,     {}, Now.Env(A->Offset), nullptr,
          nullptr, Now.Approximation, {}};
  for (const Term *T : A->Slots)
    R.Slots.push_back(Now.Env(T));
  if (A->Value)
    R.Value = Now.Env(A->Value);
  if (A->Found)
    R.Found = Now.Env(A->Found);
  if (G.Split)
    for (auto [Arrived, Over] : G.Split->at(A))
      R.Phases.push_back({Now.Env(Arrived), Now.Env(Over)});
  Reaches.push_back(std::move(R));
}

State Walk::branch(const If *I, const State &Now) {
  const Term *C = Now.Env(I->Condition);
  State Yes = Now, No = Now;
  Yes.require(C);
  No.require(Now.Env.terms().logicalNot(C));
  State YesOut = walk(I->Then, 0, Yes), NoOut = walk(I->Else, 0, No);
  bool Unchanged = YesOut.Condition == Yes.Condition &&
                   NoOut.Condition == No.Condition && YesOut.Env == NoOut.Env &&
                   YesOut.Approximation == NoOut.Approximation;
  if (!Unchanged)
    return join({std::move(YesOut), std::move(NoOut)});
  YesOut.Condition = Now.Condition;
  return YesOut;
}

/// One state for several: where their environments disagree, a fresh variable
/// that each of them fixes.
State Walk::join(std::vector<State> States) {
  State First = States.front();
  llvm::erase_if(States, [&](const State &S) { return isDead(S); });
  if (States.empty())
    return dead(First);
  State Out = States.front();
  TermContext &T = Out.Env.terms();
  std::vector<const Term *> Conditions;
  for (const State &S : States)
    Conditions.push_back(S.Condition);
  // A variable that only some have belongs to a loop that the others did not
  // come to: nothing that counts mentions it there.
  Environment::Map Bound;
  for (const State &S : States)
    Bound.insert(S.Env.bindings().begin(), S.Env.bindings().end());
  for (const auto &[V, Value] : Bound) {
    auto Has = [V = V](const State &S) { return S.Env.bindings().count(V); };
    bool Agree =
        llvm::all_of(States, [&, V = V, Value = Value](const State &S) {
          return !Has(S) || S.Env.lookup(V) == Value;
        });
    Out.Env.bind(V, Value);
    if (Agree)
      continue;
    const Variable *Any =
        T.loopVariable(instanceName(V, ++NextInstance), V->width());
    for (auto [C, S] : llvm::zip(Conditions, States))
      if (Has(S))
        C = T.logicalAnd(C, T.eq(Any, S.Env.lookup(V)));
    Out.Env.bind(V, Any);
  }
  Out.Condition = T.no();
  for (auto [C, S] : llvm::zip(Conditions, States)) {
    Out.Condition = T.logicalOr(Out.Condition, C);
    Out.approximate(S.Approximation);
    Out.LeastCommits = std::min(Out.LeastCommits, S.LeastCommits);
  }
  return Out;
}

State Walk::arrivalAt(const Stmt *Target) {
  bool Was = std::exchange(Collecting, false);
  State Now = start();
  auto Path = G.Where.pathTo(Target);
  for (size_t I = 0; I < Path.size(); ++I) {
    const Place &P = G.Where[Path[I]];
    for (size_t J = 0; J < P.Index && !isDead(Now); ++J)
      Now = step((*P.In)[J], std::move(Now));
    if (I + 1 == Path.size())
      break;
    if (const auto *L = dyn_cast<Loop>(Path[I])) {
      Now = enterShared(L, std::move(Now));
      continue;
    }
    const auto *Branch = cast<If>(Path[I]);
    const Term *C = Now.Env(Branch->Condition);
    bool InThen = G.Where[Path[I + 1]].In == &Branch->Then;
    Now.require(InThen ? C : Now.Env.terms().logicalNot(C));
  }
  Left.clear();
  Collecting = Was;
  return Now;
}

void Walk::reach(const Access *A, llvm::StringRef Doubt) {
  State Now = arrivalAt(A);
  if (!Doubt.empty())
    Now.approximate(Doubt);
  if (!isDead(Now))
    record(A, Now);
}

void Walk::withinLoop(const Loop *L, llvm::StringRef Doubt) {
  State Now = arrivalAt(L);
  Now.approximate(Doubt);
  if (!isDead(Now))
    step(L, std::move(Now));
}

void Walk::fromBarrier(const Barrier *B) { onwards(B, arrivalAt(B)); }

/// From behind S to the end of the kernel.
State Walk::onwards(const Stmt *S, State Now) {
  while (S) {
    const Place &P = G.Where[S];
    Now = walk(*P.In, P.Index + 1, std::move(Now));
    S = P.Parent;
    if (const auto *L = llvm::dyn_cast_or_null<Loop>(S))
      Now = furtherIterations(L, std::move(Now));
  }
  return Now;
}

} // namespace racemap::intervals
