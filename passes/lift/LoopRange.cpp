// LoopRange - the test of a loop, and the variable that it bounds.
//
// If the header, or the latch, ends in a branch out of the loop, that is the
// loop's test. If the test bounds a variable whose steps are exact
// (RangeProof), the variable becomes the range's. An unsigned variable that
// counts down until it has wrapped past 0 gets a test of the counter instead.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/LoopSolver.h"
#include "passes/map/Printer.h"
#include "passes/map/Ranges.h"

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

static void conjuncts(const Term *T, SmallVectorImpl<const Term *> &Out) {
  if (map::isOp(T, map::Op::And) && T->isBool()) {
    conjuncts(T->operand(0), Out);
    conjuncts(T->operand(1), Out);
  } else {
    Out.push_back(T);
  }
}

void LoopSolver::chooseRange() {
  auto Staying = stayingEdge();
  if (!Staying)
    return chooseLatchRange();
  V.Models[L]->TestsHeader = true;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch(*Staying), Tests);
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps)
      if (R.Kind && tryRange(Key, R, Test))
        return;
  for (const Term *&Test : Tests)
    for (auto &[Key, R] : Steps)
      if (const Term *Counted = countedDescent(R, Test)) {
        Test = Counted;
        Descent = Terms.yes();
        for (const Term *T : Tests)
          Descent = Terms.logicalAnd(Descent, solved(T));
        return;
      }
}

/// for (unsigned v = a; v < n; v -= c): below 0 the variable is at least
/// 2^w - c, which ends the loop if n is not beyond that. So it runs for
/// a, a - c, … down to 0, if a < n.
const Term *LoopSolver::countedDescent(const Recurrence &R, const Term *Test) {
  const map::Variable *Counter = V.Models[L]->Counter;
  const auto *Step = dyn_cast_or_null<map::Constant>(R.Step);
  unsigned Width = R.Self->width();
  if (R.Kind != map::Loop::StepKind::Add || R.IsOffset || !Step ||
      Step->signedValue() >= 0 || Width > Counter->width() ||
      !map::isOp(Test, map::Op::ULt) || Test->operand(0) != R.Self ||
      variesBesides(Test, R.Self))
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

/// do-while: the test looks at the value of the next iteration. Nothing bounds
/// the first value, so the first step needs a proof of its own.
void LoopSolver::chooseLatchRange() {
  if (!Latch || L->getExitingBlock() != Latch ||
      V.K.Loops.getLoopFor(Latch) != L)
    return;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch({Latch, Header}), Tests);
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps) {
      const auto *T = dyn_cast<map::Operation>(Test);
      if (!T || T->operands().size() != 2 || R.IsOffset ||
          R.Kind != map::Loop::StepKind::Add)
        continue;
      bool Left = T->operand(0) == R.Next, Right = T->operand(1) == R.Next;
      if (Left == Right)
        continue;
      const Term *Limit = T->operand(Left ? 1 : 0);
      const Term *Asked = Left ? Terms.make(T->op(), {R.Self, Limit})
                               : Terms.make(T->op(), {Limit, R.Self});
      if (!canStepOnce(R, Terms) || !tryRange(Key, R, Asked))
        continue;
      V.Models[L]->TestsLatch = true;
      Ranged = Key.first;
      return;
    }
}

bool LoopSolver::tryRange(StepKey Key, Recurrence &R, const Term *Test) {
  if (variesBesides(Test, R.Self) ||
      (R.IsOffset && V.Models[L]->Pointers[Key.first].size() != 1))
    return false;
  RangeProof Proof = proveRange(R, Test, Terms);
  if (!Proof.Holds || !need(Proof.Needs))
    return false;
  const map::Variable *&Var = V.LoopNames[Key.first];
  if (!Var)
    Var =
        Terms.loopVariable(K.Names.uniqueValue(K.Names.nameOf(Key.first, "i") +
                                               (R.IsOffset ? "_offset" : "")),
                           R.Self->width());
  V.Owners[Var] = L;
  R.Closed = Var;
  V.Models[L]->Range = {Var, R.Init, *R.Kind, R.Step};
  return true;
}

/// The conditions have to hold only where the loop is reached; false if no
/// assumption can say where that is.
bool LoopSolver::need(ArrayRef<map::Assumption> Needs) {
  if (Needs.empty())
    return true;
  auto Way = V.wayTo(L);
  if (!Way)
    return false;
  for (map::Assumption A : Needs) {
    if (*Way != Terms.yes())
      A.Text += " if " + map::toText(*Way);
    A.Condition = Terms.logicalOr(Terms.logicalNot(*Way), A.Condition);
    V.Models[L]->Needs.push_back(std::move(A));
  }
  return true;
}

const Term *LoopSolver::test() {
  if (V.Models[L]->TestsLatch)
    return latchTest();
  if (Descent)
    return Descent;
  auto Staying = stayingEdge();
  return Staying ? V.branch(*Staying) : Terms.yes();
}

/// The latch's branch in terms of the iteration that it leads to.
const Term *LoopSolver::latchTest() {
  LoopModel &M = *V.Models[L];
  M.Next = V.termIn(Ranged->getIncomingValueForBlock(Latch), L);
  const map::Variable *Var = M.Range->Var;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch({Latch, Header}), Tests);
  const Term *Result = Terms.yes();
  for (const Term *Test : Tests) {
    const auto *T = dyn_cast<map::Operation>(Test);
    if (T && T->operands().size() == 2 && T->operand(0) == M.Next)
      Test = Terms.make(T->op(), {Var, T->operand(1)});
    else if (T && T->operands().size() == 2 && T->operand(1) == M.Next)
      Test = Terms.make(T->op(), {T->operand(0), Var});
    else
      Test = V.previous(M, Test);
    Result = Terms.logicalAnd(Result, Test);
  }
  const Term *First =
      Terms.eq(M.Counter, Terms.constant(M.Counter->width(), 0));
  return Terms.logicalOr(First, Result);
}

} // namespace racemap::lift
