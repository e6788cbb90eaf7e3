// LoopLatch - loops that are tested at their end.
//
// The test looks at the value of the next iteration, and the first iteration
// has none: in terms of the iteration that it leads to, it is `counter == 0 ||
// test`. Nothing bounds the first value, so the first step needs a proof of its
// own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/LoopSolver.h"
#include "passes/lift/loops/OrderedTest.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::lift {

using namespace llvm;
using map::Term;

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

/// The variable may wrap. No iterations before it meets what it is compared
/// with are as many as there are numbers.
bool LoopSolver::countAtLatch(const Recurrence &R, const Term *Test) {
  const Term *Number = R.IsOffset || variesBesides(Test, R.Self)
                           ? nullptr
                           : iterationsBefore(Test, R, Terms);
  if (!Number)
    return false;
  const map::Variable *Counter = V.Models[L]->Counter;
  const Term *First = Terms.eq(Counter, Terms.constant(Counter->width(), 0));
  const Term *All = Terms.eq(Number, Terms.constant(Number->width(), 0));
  const Term *Before =
      Terms.ult(Counter, Terms.resizeUnsigned(Number, Counter->width()));
  Counted = Terms.logicalOr(First, Terms.logicalOr(All, Before));
  return true;
}

bool LoopSolver::chooseLatchRange() {
  auto Repeating = repeatingEdge();
  if (!Repeating)
    return false;
  LoopModel &M = *V.Models[L];
  M.TestsLatch = true;
  auto Tests = map::conjuncts(V.branch(*Repeating));
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
      if (!Chosen && (Tests.size() > 1 || !countAtLatch(R, Asked)))
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

/// The latch's branch in terms of the iteration that it leads to.
const Term *LoopSolver::latchTest() {
  LoopModel &M = *V.Models[L];
  const Term *First =
      Terms.eq(M.Counter, Terms.constant(M.Counter->width(), 0));
  M.Next = V.termIn(Ranged->getIncomingValueForBlock(Latch), L);
  auto Tests = map::conjuncts(V.branch(*repeatingEdge()));
  for (const Term *&Test : Tests) {
    const Term *Known = withSide(Test, M.Next, M.Range->Var, Terms);
    Test = Known && !variesBesides(Known, M.Range->Var) ? Known
                                                        : V.previous(M, Test);
  }
  return Terms.logicalOr(First, ordered(Tests));
}

} // namespace racemap::lift
