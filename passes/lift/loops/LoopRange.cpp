// LoopRange - the test of a loop, and the variable that it bounds.
//
// If the header, or the latch (LoopLatch.cpp), ends in a branch out of the
// loop, that is the loop's test. If the test bounds a variable whose steps are
// exact (RangeProof), the variable becomes the range's. One that may wrap, but
// is known to end where it meets a limit, or past 0, gets a test of the counter
// instead.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/LoopSolver.h"
#include "passes/lift/loops/OrderedTest.h"
#include "passes/map/Printer.h"
#include "passes/map/Ranges.h"
#include "passes/map/Traversal.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

/// The way from the header into the loop, if the other way leaves it.
std::optional<Edge> LoopSolver::stayingEdge() const {
  const auto *Branch = dyn_cast<BranchInst>(Header->getTerminator());
  if (!Branch || !Branch->isConditional() || Header == Latch)
    return std::nullopt;
  const BasicBlock *Then = Branch->getSuccessor(0);
  const BasicBlock *Else = Branch->getSuccessor(1);
  if (L->contains(Then) == L->contains(Else))
    return std::nullopt;
  for (const Instruction &I : *Header)
    for (const Effect &E : effectsOf(I))
      if (E.TheKind != Effect::Kind::Accesses)
        return std::nullopt;
  return Edge{Header, L->contains(Then) ? Then : Else};
}

/// A test of the next value is the latch's, if that can ask it.
void LoopSolver::chooseRange() {
  auto Staying = stayingEdge();
  V.Models[L]->TestsHeader = Staying.has_value();
  if (Staying && chooseHeaderRange(*Staying, /*OfNext=*/false))
    return;
  if (chooseLatchRange())
    V.Models[L]->TestsHeader = false;
  else if (Staying)
    chooseHeaderRange(*Staying, /*OfNext=*/true);
}

/// While Staying is taken. True if that bounds the iterations. OfNext: also by
/// a test of the value that the variable has in the next one.
bool LoopSolver::chooseHeaderRange(const Edge &Staying, bool OfNext) {
  auto Tests = map::conjuncts(V.branch(Staying));
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps)
      if (R.Kind && (OfNext || !is_contained(Test->operands(), R.Next)) &&
          (tryRange(Key, R, Test) ||
           tryRange(Key, R, ordered(Test, R.Self, R, false))))
        return true;
  for (const Term *&Test : Tests)
    for (auto &[Key, R] : Steps)
      if (const Term *Other = countedTest(R, Test)) {
        Test = Other;
        Counted = Terms.yes();
        for (const Term *T : Tests)
          Counted = Terms.logicalAnd(Counted, solved(T));
        return true;
      }
  return false;
}

/// Test as one of the counter, for a variable that may wrap.
const Term *LoopSolver::countedTest(const Recurrence &R, const Term *Test) {
  if (!R.Kind || R.IsOffset || variesBesides(Test, R.Self))
    return nullptr;
  const map::Variable *Counter = V.Models[L]->Counter;
  if (const Term *Number = iterationsBefore(Test, R, Terms))
    return Terms.ult(Counter, Terms.resizeUnsigned(Number, Counter->width()));
  return countedDescent(R, Test);
}

/// for (unsigned v = a; v < n; v -= c): below 0 the variable is at least
/// 2^w - c, which ends the loop if n is not beyond that. So it runs for
/// a, a - c, … down to 0, if a < n.
const Term *LoopSolver::countedDescent(const Recurrence &R, const Term *Test) {
  const map::Variable *Counter = V.Models[L]->Counter;
  const auto *Step = dyn_cast_or_null<map::Constant>(R.Step);
  unsigned Width = R.Self->width();
  if (R.Kind != map::Loop::StepKind::Add || !Step || Step->signedValue() >= 0 ||
      Width > Counter->width() || !map::isOp(Test, map::Op::ULt) ||
      Test->operand(0) != R.Self)
    return nullptr;
  const Term *Limit = Test->operand(1);
  const Term *Down =
      Terms.sub(Terms.constant(Width, 0), R.Step); // as an unsigned number
  map::Ranges Ranges;
  if (Ranges.unsignedRange(Limit).High + cast<map::Constant>(Down)->value() >
      map::unsignedNumbers(Width).High + 1)
    return nullptr;
  const Term *Last = Terms.make(map::Op::UDiv, {R.Init, Down});
  return Terms.logicalAnd(
      Terms.ult(R.Init, Limit),
      Terms.ule(Counter, Terms.resizeUnsigned(Last, Counter->width())));
}

/// T with the closed forms of the loop's variables.
const Term *LoopSolver::solved(const Term *T) {
  return Terms.replace(T, [&](const Term *X) -> const Term * {
    for (auto &[Key, R] : Steps)
      if (R.Self == X)
        return finalForm(Key.first, Key.second, X);
    return nullptr;
  });
}

bool LoopSolver::tryRange(StepKey Key, Recurrence &R, const Term *Test) {
  if (variesBesides(Test, R.Self) ||
      (R.IsOffset && V.Models[L]->Pointers[Key.first].size() != 1))
    return false;
  RangeProof Proof = proveRange(R, Test, Terms);
  if (!Proof.Holds)
    return false;
  need(Proof);
  const map::Variable *&Var = V.LoopNames[Key.first];
  if (!Var)
    Var =
        Terms.loopVariable(K.Names.uniqueValue(K.Names.nameOf(Key.first, "i") +
                                               (R.IsOffset ? "_offset" : "")),
                           R.Self->width());
  V.Owners[Var] = L;
  R.Closed = Var;
  Ranged = Key.first;
  V.Models[L]->Range = {Var, R.Init, *R.Kind, R.Step};
  return true;
}

/// The conditions have to hold only where the loop is reached. If none says
/// where that is, the range promises them, and no other run is excluded.
void LoopSolver::need(const RangeProof &Proof) {
  auto &Needs = V.Models[L]->Needs;
  if (Proof.Needs.empty() && !Proof.IsPromised)
    return;
  auto Way = Proof.IsPromised ? std::nullopt : V.wayTo(L);
  if (!Way) {
    Needs.push_back(
        {nullptr, "no loop's index wraps", map::Assumption::Basis::Promised});
    return;
  }
  for (map::Assumption A : Proof.Needs) {
    if (*Way != Terms.yes())
      A.Text += " if " + map::toText(*Way);
    A.Condition = Terms.logicalOr(Terms.logicalNot(*Way), A.Condition);
    Needs.push_back(std::move(A));
  }
}

const Term *LoopSolver::test() {
  if (Counted)
    return Counted;
  if (V.Models[L]->TestsLatch)
    return latchTest();
  auto Staying = stayingEdge();
  if (!Staying)
    return Terms.yes();
  auto Tests = map::conjuncts(V.branch(*Staying));
  return ordered(Tests);
}

/// orderedTest() for a variable X that R says how to step. At the latch, the
/// first value that is tested is that of the second iteration.
const Term *LoopSolver::ordered(const Term *Test, const Term *X, Recurrence R,
                                bool IsOnlyExit) {
  if (V.Models[L]->TestsLatch && R.Kind == map::Loop::StepKind::Add)
    R.Init = Terms.add(R.Init, R.Step);
  return orderedTest(Test, X, R, IsOnlyExit, Terms);
}

/// All of the tests, those of the range's variable as orders.
const Term *LoopSolver::ordered(ArrayRef<const Term *> Tests) {
  const LoopModel &M = *V.Models[L];
  bool IsOnlyExit = L->getExitingBlock() && Tests.size() == 1;
  const Term *Result = Terms.yes();
  for (const Term *Test : Tests) {
    if (M.Range && !variesBesides(Test, M.Range->Var))
      Test = ordered(Test, M.Range->Var, Steps[{Ranged, 0}], IsOnlyExit);
    Result = Terms.logicalAnd(Result, Test);
  }
  return Result;
}

} // namespace racemap::lift
