// RangeProof - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/RangeProof.h"
#include "passes/map/Printer.h"
#include "passes/map/Ranges.h"
#include "passes/map/Traversal.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Term;
using StepKind = map::Loop::StepKind;
using Number = __int128;

namespace {

/// Variable O Bound, with the variable on the left.
struct Bound {
  enum class Order : uint8_t { Below, AtMost, Above, AtLeast, Differs };
  Order O;
  bool Signed;
  const Term *Limit;
};

class Prover {
public:
  Prover(const Recurrence &R, map::TermContext &Terms)
      : R(R), Terms(Terms), Width(R.Self->width()) {}
  RangeProof run(const Term *Test);
  bool stepsOnce();

private:
  std::optional<Bound> boundIn(const Term *Test) const;
  map::Interval limits(bool Signed) const {
    return Signed ? map::signedNumbers(Width) : map::unsignedNumbers(Width);
  }
  map::Interval rangeOf(const Term *T, bool Signed);
  bool isPromised(const Bound &B);
  bool staysIn(const Bound &B);
  RangeProof add(const Bound &B);
  RangeProof multiply(const Bound &B);
  RangeProof divide(const Bound &B);
  std::optional<map::Assumption> assume(const Bound &B);

  const Recurrence &R;
  map::TermContext &Terms;
  unsigned Width;
  map::Ranges Ranges;
};

} // namespace

std::optional<Bound> Prover::boundIn(const Term *Test) const {
  const auto *T = dyn_cast<map::Operation>(Test);
  if (!T || T->operands().size() != 2)
    return std::nullopt;
  bool Left = T->operand(0) == R.Self, Right = T->operand(1) == R.Self;
  if (Left == Right)
    return std::nullopt;
  const Term *Limit = T->operand(Left ? 1 : 0);
  using Order = Bound::Order;
  switch (T->op()) {
  case Op::SLt:
    return Bound{Left ? Order::Below : Order::Above, true, Limit};
  case Op::ULt:
    return Bound{Left ? Order::Below : Order::Above, false, Limit};
  case Op::SLe:
    return Bound{Left ? Order::AtMost : Order::AtLeast, true, Limit};
  case Op::ULe:
    return Bound{Left ? Order::AtMost : Order::AtLeast, false, Limit};
  case Op::Ne:
    return Bound{Order::Differs, true, Limit};
  default:
    return std::nullopt;
  }
}

static bool mentionsIndex(const Term *T, bool AlsoThreads) {
  return map::anyNode(T, [&](const Term *X) {
    const auto *V = dyn_cast<map::Variable>(X);
    if (!V)
      return AlsoThreads && isa<map::Unknown>(X);
    if (AlsoThreads)
      return V->isIndex() || V->role() == map::Variable::Role::Loop;
    return V->role() == map::Variable::Role::Builtin &&
           (V->builtin() >= map::Builtin::GridDimX ||
            (V->builtin() >= map::Builtin::BlockIdxX &&
             V->builtin() <= map::Builtin::BlockIdxZ));
  });
}

/// Ranges of products over the grid rest on an assumption that is not made
/// here.
map::Interval Prover::rangeOf(const Term *T, bool Signed) {
  if (mentionsIndex(T, /*AlsoThreads=*/false))
    return limits(Signed);
  return Signed ? Ranges.signedRange(T) : Ranges.unsignedRange(T);
}

bool Prover::isPromised(const Bound &B) {
  if (B.Signed)
    return R.Promises & map::NoSignedWrap;
  if (R.Promises & map::NoUnsignedWrap)
    return true;
  // From a start >= 0 upwards, a signed number is an unsigned one.
  return (R.Promises & map::NoSignedWrap) && rangeOf(R.Init, true).Low >= 0 &&
         rangeOf(R.Step, true).Low >= 0;
}

/// Is the value after a step from any value within the bound a number of the
/// width?
bool Prover::staysIn(const Bound &B) {
  map::Interval Step = rangeOf(R.Step, true),
                Limit = rangeOf(B.Limit, B.Signed);
  map::Interval All = limits(B.Signed);
  using Order = Bound::Order;
  switch (B.O) {
  case Order::Below:
    return Step.Low >= 0 && Limit.High - 1 + Step.High <= All.High;
  case Order::AtMost:
    return Step.Low >= 0 && Limit.High + Step.High <= All.High;
  case Order::Above:
    return Step.High <= 0 && Limit.Low + 1 + Step.Low >= All.Low;
  case Order::AtLeast:
    return Step.High <= 0 && Limit.Low + Step.Low >= All.Low;
  case Order::Differs: { // towards the limit, and never past it
    map::Interval Start = rangeOf(R.Init, true);
    if (Step.isPoint() && Step.Low == 1)
      return Start.High <= Limit.Low;
    return Step.isPoint() && Step.Low == -1 && Start.Low >= Limit.High;
  }
  }
  return false;
}

/// limit + step <= 2^n, as a condition and as a text.
std::optional<map::Assumption> Prover::assume(const Bound &B) {
  using Order = Bound::Order;
  if (Width < 32 || (B.O != Order::Below && B.O != Order::AtMost) ||
      mentionsIndex(B.Limit, true) || mentionsIndex(R.Step, true))
    return std::nullopt;
  std::string Sum = map::toText(B.Limit) + " + " + map::toText(R.Step);
  if (Width == 64) { // limit <= 2^64 - step, and step > 0
    if (B.Signed || B.O != Order::Below)
      return std::nullopt;
    const Term *Zero = Terms.constant(64, 0);
    return map::Assumption{
        Terms.logicalAnd(Terms.ule(B.Limit, Terms.sub(Zero, R.Step)),
                         Terms.slt(Zero, R.Step)),
        Sum + " does not overflow"};
  }
  if (Width != 32)
    return std::nullopt;
  uint64_t Most =
      (uint64_t(1) << (B.Signed ? 31 : 32)) - (B.O == Order::AtMost ? 1 : 0);
  const Term *Limit = Terms.cast(B.Signed ? Op::SExt : Op::ZExt, B.Limit, 64);
  const Term *Step = Terms.cast(Op::ZExt, R.Step, 64);
  const Term *Fits =
      Terms.sle(Terms.add(Limit, Step), Terms.constant(64, Most));
  const Term *Rises = Terms.sle(Terms.constant(32, 0), R.Step);
  std::string Text = Sum + " <= " + std::to_string(Most);
  return map::Assumption{Terms.logicalAnd(Fits, Rises), Text};
}

RangeProof Prover::add(const Bound &B) {
  if (isPromised(B) || staysIn(B))
    return {true, std::nullopt};
  auto Needs = assume(B);
  bool Holds = Needs.has_value();
  return {Holds, std::move(Needs)};
}

RangeProof Prover::multiply(const Bound &B) {
  using Order = Bound::Order;
  if (B.O != Order::Below && B.O != Order::AtMost)
    return {};
  if (B.Signed && rangeOf(R.Init, true).Low < 0)
    return {};
  Number Factor = cast<map::Constant>(R.Step)->value();
  Number Top = rangeOf(B.Limit, B.Signed).High - (B.O == Order::Below ? 1 : 0);
  if (isPromised(B) || Top * Factor <= limits(B.Signed).High)
    return {true, std::nullopt};
  return {};
}

/// Rounding down is what signed division does for numbers >= 0.
RangeProof Prover::divide(const Bound &B) {
  if (!R.SignedDivision || rangeOf(R.Init, true).Low >= 0)
    return {true, std::nullopt};
  using Order = Bound::Order;
  Number Low = rangeOf(B.Limit, true).Low;
  bool Positive = B.Signed && ((B.O == Order::Above && Low >= -1) ||
                               (B.O == Order::AtLeast && Low >= 0));
  return {Positive, std::nullopt};
}

RangeProof Prover::run(const Term *Test) {
  auto B = boundIn(Test);
  if (!B || !R.Kind)
    return {};
  switch (*R.Kind) {
  case StepKind::Add:
    return add(*B);
  case StepKind::Mul:
    return multiply(*B);
  case StepKind::Div:
    return divide(*B);
  }
  return {};
}

bool Prover::stepsOnce() {
  if (R.Promises & map::NoSignedWrap)
    return true;
  map::Interval Start = rangeOf(R.Init, true), Step = rangeOf(R.Step, true);
  return Start.Low >= 0 && Step.Low >= 0 &&
         Start.High + Step.High <= limits(true).High;
}

bool canStepOnce(const Recurrence &R, map::TermContext &Terms) {
  return Prover(R, Terms).stepsOnce();
}

RangeProof proveRange(const Recurrence &R, const Term *Test,
                      map::TermContext &Terms) {
  return Prover(R, Terms).run(Test);
}

} // namespace racemap::lift
