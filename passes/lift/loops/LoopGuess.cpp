// LoopGuess - variables that step in every iteration, though a condition says
// whether they do.
//
// Of `if (head != tail) ++tail;` behind `++head;` it is guessed that the
// variable always takes the step. Its closed form, put in place of the
// variable, must then decide the condition so: by induction on the iterations,
// it is right.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/LoopSolver.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Term;

/// A step other than none, if there is one among the alternatives.
static const Term *stepIn(const Term *Next, const Term *Self) {
  if (!isOp(Next, Op::Ite))
    return Next != Self ? Next : nullptr;
  const Term *Then = stepIn(Next->operand(1), Self);
  return Then ? Then : stepIn(Next->operand(2), Self);
}

bool LoopSolver::guess(Recurrence &R) {
  const Term *Next = known(R.Next);
  Recurrence Guess = R;
  Guess.Next = isOp(Next, Op::Ite) ? stepIn(Next, R.Self) : nullptr;
  if (!Guess.Next || V.variesIn(R.Init, L))
    return false;
  solve(Guess, Terms, V.Models[L]->Counter,
        [&](const Term *T) { return !V.variesIn(T, L); });
  if (!Guess.Closed || Guess.Kind != map::Loop::StepKind::Add)
    return false;
  auto Put = [&](const Term *T) {
    return Terms.replace(
        T, [&](const Term *X) { return X == R.Self ? Guess.Closed : nullptr; });
  };
  if (Put(Next) != Put(Guess.Next))
    return false;
  R.Closed = Guess.Closed;
  return true;
}

} // namespace racemap::lift
