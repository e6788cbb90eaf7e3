// LoopRange - the test of a loop, and the variable that it bounds.
//
// If the header, or the latch, ends in a branch out of the loop, that is the
// loop's test. If the test bounds a variable whose steps are exact
// (RangeProof), the variable becomes the range's. An unsigned variable that
// counts down until it has wrapped past 0 gets a test of the counter instead.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/LoopSolver.h"
#include "passes/lift/OrderedTest.h"
#include "passes/map/Printer.h"
#include "passes/map/Ranges.h"
#include "llvm/Support/MathExtras.h"

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

/// Is the first step exact, whatever the test says?
static bool stepsOnce(const Recurrence &R, map::TermContext &Terms) {
  const auto *Start = dyn_cast<map::Constant>(R.Init);
  bool Positive = Start && Start->signedValue() >= 0;
  switch (*R.Kind) {
  case map::Loop::StepKind::Add:
    return canStepOnce(R, Terms);
  case map::Loop::StepKind::Mul: {
    uint64_t Factor = cast<map::Constant>(R.Step)->value();
    uint64_t Most = maskTrailingOnes<uint64_t>(R.Self->width() - 1);
    return (R.Promises & map::NoSignedWrap && Positive) ||
           (Positive && Start->value() <= Most / Factor);
  }
  case map::Loop::StepKind::Div:
    return Positive || !R.SignedDivision;
  }
  llvm_unreachable("all kinds are handled");
}

void LoopSolver::chooseRange() {
  auto Staying = stayingEdge();
  V.Models[L]->TestsHeader = Staying.has_value();
  if ((!Staying || !chooseHeaderRange(*Staying)) && chooseLatchRange())
    V.Models[L]->TestsHeader = false;
}

/// While Staying is taken. True if that bounds the iterations.
bool LoopSolver::chooseHeaderRange(const Edge &Staying) {
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch(Staying), Tests);
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps)
      if (R.Kind && (tryRange(Key, R, Test) ||
                     tryRange(Key, R, ordered(Test, R.Self, R, false))))
        return true;
  for (auto &[Key, R] : Steps)
    if (Tests.size() == 1 && countIterations(R, Tests.front()))
      return true;
  return chooseDescent(Tests);
}

/// A variable that counts down until it wraps.
bool LoopSolver::chooseDescent(MutableArrayRef<const Term *> Tests) {
  for (const Term *&Test : Tests)
    for (auto &[Key, R] : Steps)
      if (const Term *Counted = countedDescent(R, Test)) {
        Test = Counted;
        Descent = Terms.yes();
        for (const Term *T : Tests)
          Descent = Terms.logicalAnd(Descent, solved(T));
        return true;
      }
  return false;
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

/// A variable that may wrap, but is compared with where it goes.
bool LoopSolver::countIterations(const Recurrence &R, const Term *Test) {
  if (R.Closed && !R.IsOffset && !variesBesides(Test, R.Self))
    Iterations = iterationsBefore(Test, R, Terms);
  return Iterations;
}

/// Test with Next in the place of one side, if that is Known.
static const Term *withSide(const Term *Test, const Term *Known,
                            const Term *Next, map::TermContext &Terms) {
  const auto *T = dyn_cast<map::Operation>(Test);
  if (!T || T->operands().size() != 2 ||
      (T->operand(0) == Known) == (T->operand(1) == Known))
    return nullptr;
  return T->operand(0) == Known ? Terms.make(T->op(), {Next, T->operand(1)})
                                : Terms.make(T->op(), {T->operand(0), Next});
}

/// The branch by which the body's end goes on to the header, or leaves. A latch
/// in which nothing happens may stand between.
std::optional<Edge> LoopSolver::repeatingEdge() const {
  if (!Latch || V.K.Loops.getLoopFor(Latch) != L)
    return std::nullopt;
  const BasicBlock *Exiting = L->getExitingBlock();
  if (Exiting == Latch)
    return Edge{Latch, Header};
  if (Exiting && Latch->getUniquePredecessor() == Exiting &&
      V.K.Loops.getLoopFor(Exiting) == L &&
      Latch->getFirstNonPHIOrDbg()->isTerminator())
    return Edge{Exiting, Latch};
  return std::nullopt;
}

/// do-while: the test looks at the value of the next iteration. Nothing bounds
/// the first value, so the first step needs a proof of its own.
bool LoopSolver::chooseLatchRange() {
  auto Repeating = repeatingEdge();
  if (!Repeating)
    return false;
  LoopModel &M = *V.Models[L];
  M.TestsLatch = true;
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch(*Repeating), Tests);
  for (const Term *Test : Tests)
    for (auto &[Key, R] : Steps) {
      const Term *Asked = R.Kind && !R.IsOffset
                              ? withSide(Test, R.Next, R.Self, Terms)
                              : nullptr;
      const Term *Closed = R.Closed;
      if (!Asked)
        continue;
      bool Chosen = stepsOnce(R, Terms) && Closed &&
                    (tryRange(Key, R, Asked) ||
                     tryRange(Key, R, ordered(Asked, R.Self, R, false)));
      if (!Chosen && (Tests.size() > 1 || !countIterations(R, Asked)))
        continue;
      if (M.Range)
        M.Previous = M.Range->Kind == map::Loop::StepKind::Add
                         ? Terms.sub(M.Range->Var, R.Step)
                         : V.previous(M, Closed);
      return true;
    }
  M.TestsLatch = false;
  return false;
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
  Ranged = Key.first;
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
  const LoopModel &M = *V.Models[L];
  if (M.TestsLatch)
    return latchTest();
  if (Descent)
    return Descent;
  auto Staying = stayingEdge();
  if (!Staying)
    return Terms.yes();
  if (Iterations)
    return Terms.ult(M.Counter,
                     Terms.resizeUnsigned(Iterations, M.Counter->width()));
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch(*Staying), Tests);
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

/// The latch's branch in terms of the iteration that it leads to.
const Term *LoopSolver::latchTest() {
  LoopModel &M = *V.Models[L];
  const Term *First =
      Terms.eq(M.Counter, Terms.constant(M.Counter->width(), 0));
  if (Iterations) { // none is as many as there are numbers
    const Term *All =
        Terms.eq(Iterations, Terms.constant(Iterations->width(), 0));
    const Term *Count = Terms.resizeUnsigned(Iterations, M.Counter->width());
    return Terms.logicalOr(First,
                           Terms.logicalOr(All, Terms.ult(M.Counter, Count)));
  }
  M.Next = V.termIn(Ranged->getIncomingValueForBlock(Latch), L);
  SmallVector<const Term *, 4> Tests;
  conjuncts(V.branch(*repeatingEdge()), Tests);
  for (const Term *&Test : Tests) {
    const Term *Known = withSide(Test, M.Next, M.Range->Var, Terms);
    Test = Known && !variesBesides(Known, M.Range->Var) ? Known
                                                        : V.previous(M, Test);
  }
  return Terms.logicalOr(First, ordered(Tests));
}

} // namespace racemap::lift
