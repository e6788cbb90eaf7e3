// RangeProof - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/RangeProof.h"
#include "passes/map/GridProduct.h"
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

/// What a thread or block works on, at most; larger factors of a launch's size
/// are no strides.
static constexpr uint64_t MostPerBlock = 8192;

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
  const Term *exactSize(const Term *T);
  bool rises(RangeProof &Proof);
  RangeProof assume(const Bound &B);

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

/// Is T one of a thread's own values, or unknown?
static bool variesByThread(const Term *T) {
  return map::anyNode(T, [](const Term *X) {
    const auto *V = dyn_cast<map::Variable>(X);
    return isa<map::Unknown>(X) ||
           (V && (V->isIndex() || V->role() == map::Variable::Role::Loop));
  });
}

map::Interval Prover::rangeOf(const Term *T, bool Signed) {
  return Ranges.range(T, Signed);
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

/// A product or sum of dimensions and small constants, without wrapping.
const Term *Prover::exactSize(const Term *T) {
  if (const auto *C = dyn_cast<map::Constant>(T))
    return C->value() <= MostPerBlock ? Terms.constant(64, C->value())
                                      : nullptr;
  if (const auto *V = dyn_cast<map::Variable>(T))
    return V->role() == map::Variable::Role::Builtin && !V->isIndex()
               ? Terms.cast(Op::ZExt, T, 64)
               : nullptr;
  const auto *O = dyn_cast<map::Operation>(T);
  if (!O || (O->op() != Op::Mul && O->op() != Op::Add))
    return nullptr;
  const Term *A = exactSize(O->operand(0)), *B = exactSize(O->operand(1));
  return A && B ? Terms.make(O->op(), {A, B}) : nullptr;
}

/// The step is not negative: that is known, or it is the size of a launch that
/// is not absurdly large.
bool Prover::rises(RangeProof &Proof) {
  // Of the plain product of a grid and a block, the verdict says it.
  if (rangeOf(R.Step, true).Low >= 0 ||
      (Width == 32 && map::gridProduct(R.Step)))
    return true;
  const Term *Size = Width == 32 ? exactSize(R.Step) : nullptr;
  if (!Size || Ranges.signedRange(Size).Low < 0)
    return false;
  Proof.Needs.push_back({Terms.slt(Size, Terms.constant(64, uint64_t(1) << 31)),
                         map::toText(R.Step) + " < 2147483648",
                         map::Assumption::Basis::Derived});
  return true;
}

static std::string summand(const Term *T) {
  std::string Text = map::toText(T);
  return isa<map::Operation>(T) && !map::isOp(T, Op::Mul) ? "(" + Text + ")"
                                                          : Text;
}

/// limit + step <= 2^n, as a condition and as a text.
RangeProof Prover::assume(const Bound &B) {
  using Order = Bound::Order;
  RangeProof Proof;
  if ((B.O != Order::Below && B.O != Order::AtMost) ||
      variesByThread(B.Limit) || variesByThread(R.Step) || !rises(Proof))
    return {};
  std::string Sum = summand(B.Limit) + " + " + summand(R.Step);
  if (Width == 64 && !B.Signed && B.O == Order::Below) {
    const Term *Zero = Terms.constant(64, 0);
    Proof.Needs.push_back(
        {Terms.logicalOr(Terms.eq(R.Step, Zero),
                         Terms.ule(B.Limit, Terms.sub(Zero, R.Step))),
         Sum + " <= 18446744073709551616", map::Assumption::Basis::Derived});
  } else if (Width == 32) {
    uint64_t Most =
        (uint64_t(1) << (B.Signed ? 31 : 32)) - (B.O == Order::AtMost ? 1 : 0);
    const Term *Limit = Terms.cast(B.Signed ? Op::SExt : Op::ZExt, B.Limit, 64);
    const Term *Step = Terms.cast(Op::ZExt, R.Step, 64);
    Proof.Needs.push_back(
        {Terms.sle(Terms.add(Limit, Step), Terms.constant(64, Most)),
         Sum + " <= " + std::to_string(Most), map::Assumption::Basis::Derived});
  } else {
    return {};
  }
  Proof.Holds = true;
  return Proof;
}

RangeProof Prover::add(const Bound &B) {
  if (isPromised(B) || staysIn(B))
    return {true, {}};
  return assume(B);
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
    return {true, {}};
  return {};
}

/// Rounding down is what signed division does for numbers >= 0.
RangeProof Prover::divide(const Bound &B) {
  if (!R.SignedDivision || rangeOf(R.Init, true).Low >= 0)
    return {true, {}};
  using Order = Bound::Order;
  Number Low = rangeOf(B.Limit, true).Low;
  bool Positive = B.Signed && ((B.O == Order::Above && Low >= -1) ||
                               (B.O == Order::AtLeast && Low >= 0));
  return {Positive, {}};
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
