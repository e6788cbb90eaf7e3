// OrderedTest - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/OrderedTest.h"

namespace racemap::lift {

using namespace llvm;
using map::Constant;
using map::Op;
using map::Term;

/// What Test says X must differ from; null if it is no such test.
static const Term *limitIn(const Term *Test, const Term *X) {
  const auto *T = dyn_cast<map::Operation>(Test);
  if (!T || T->op() != Op::Ne || (T->operand(0) == X) == (T->operand(1) == X))
    return nullptr;
  return T->operand(T->operand(0) == X ? 1 : 0);
}

static std::optional<int64_t> stepOf(const Recurrence &R) {
  const auto *Step = dyn_cast_or_null<Constant>(R.Step);
  if (!Step || R.Kind != map::Loop::StepKind::Add ||
      Step->signedValue() == INT64_MIN)
    return std::nullopt;
  return Step->signedValue();
}

/// Is the way from the start to the limit, in unsigned numbers, one without
/// wrapping that ends on the limit?
static bool meetsUnsigned(const Recurrence &R, const Term *Limit,
                          int64_t Step) {
  const auto *From = dyn_cast<Constant>(R.Init);
  const auto *To = dyn_cast<Constant>(Limit);
  if (From && To)
    return Step > 0 ? From->value() <= To->value() &&
                          (To->value() - From->value()) % Step == 0
                    : From->value() >= To->value() &&
                          (From->value() - To->value()) % -Step == 0;
  if (Step == 1)
    return From && From->value() == 0;
  return Step == -1 && To && To->value() == 0;
}

/// Does the variable, which cannot wrap, meet the limit if it steps on?
static const Term *meetsSigned(const Recurrence &R, const Term *Limit,
                               int64_t Step, map::TermContext &Terms) {
  bool Up = Step > 0;
  const Term *From = Up ? R.Init : Limit, *To = Up ? Limit : R.Init;
  const Term *Zero = Terms.constant(Limit->width(), 0);
  const Term *Size = Terms.constant(Limit->width(), Up ? Step : -Step);
  const Term *Rest = Terms.make(Op::URem, {Terms.sub(To, From), Size});
  return Terms.logicalAnd(Terms.sle(From, To), Terms.eq(Rest, Zero));
}

const Term *orderedTest(const Term *Test, const Term *X, const Recurrence &R,
                        bool IsOnlyExit, map::TermContext &Terms) {
  const Term *Limit = limitIn(Test, X);
  auto Step = stepOf(R);
  if (!Limit || !Step)
    return Test;
  const Term *Near = *Step > 0 ? X : Limit, *Far = *Step > 0 ? Limit : X;
  if (meetsUnsigned(R, Limit, *Step))
    return Terms.ult(Near, Far);
  if (!(R.Promises & map::NoSignedWrap))
    return Test;
  const Term *Order = Terms.slt(Near, Far);
  const Term *Meets = meetsSigned(R, Limit, *Step, Terms);
  if (!IsOnlyExit)
    return Terms.logicalOr(Order, Terms.logicalNot(Meets));
  // Order says it all where the step is one; nor does a pointer step over the
  // end of its object.
  bool Hits = *Step == 1 || *Step == -1 || R.IsOffset;
  return Hits ? Order : Terms.logicalAnd(Order, Meets);
}

const Term *iterationsBefore(const Term *Test, const Recurrence &R,
                             map::TermContext &Terms) {
  const Term *Limit = limitIn(Test, R.Self);
  auto Step = stepOf(R);
  if (!Limit || (Step != 1 && Step != -1))
    return nullptr;
  return *Step == 1 ? Terms.sub(Limit, R.Init) : Terms.sub(R.Init, Limit);
}

} // namespace racemap::lift
