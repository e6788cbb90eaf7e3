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

/// Variable O Bound, with the variable on the left. It may have been widened
/// for that, so that it is read in one way and compared in another. What is
/// compared may be a sum that does not overflow (i + 3 < n).
struct Bound {
  enum class Order : uint8_t { Below, AtMost, Above, AtLeast, Differs };
  Order O;
  bool Signed;        ///< how the variable's bits are read
  bool IsLimitSigned; ///< and how the limit's are
  const Term *Limit;
  const Term *Summand = nullptr; ///< what is added to the variable, if anything
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
  map::Interval limitOf(const Bound &B);
  bool staysIn(const Bound &B);
  RangeProof add(const Bound &B);
  RangeProof multiply(const Bound &B);
  RangeProof divide(const Bound &B);
  const Term *exactSize(const Term *T);
  bool rises(RangeProof &Proof);
  bool lacksRoom(const Bound &B);
  const Term *sumIsAtMost(const Bound &B, uint64_t Most);
  RangeProof assume(const Bound &B);

  const Recurrence &R;
  map::TermContext &Terms;
  unsigned Width;
  map::Ranges Ranges;
};

} // namespace

/// What T widens, or T.
static const Term *narrowed(const Term *T) {
  bool IsWidened = map::isOp(T, Op::SExt) || map::isOp(T, Op::ZExt);
  return IsWidened ? T->operand(0) : T;
}

/// X, if T is a sum of X and something that does not overflow as signed; else
/// null.
static const Term *summandBeside(const Term *T, const Term *X) {
  bool IsSum = map::isOp(T, Op::Add) &&
               (cast<map::Operation>(T)->promises() & map::NoSignedWrap);
  if (!IsSum || (T->operand(0) == X) == (T->operand(1) == X))
    return nullptr;
  return T->operand(T->operand(0) == X ? 1 : 0);
}

std::optional<Bound> Prover::boundIn(const Term *Test) const {
  const auto *T = dyn_cast<map::Operation>(Test);
  if (!T || T->operands().size() != 2)
    return std::nullopt;
  auto IsSide = [&](const Term *Side) {
    const Term *X = narrowed(Side);
    return X == R.Self || summandBeside(X, R.Self);
  };
  bool Left = IsSide(T->operand(0)), Right = IsSide(T->operand(1));
  if (Left == Right)
    return std::nullopt;
  const Term *Its = T->operand(Left ? 0 : 1), *Limit = T->operand(Left ? 1 : 0);
  const Term *Summand = summandBeside(narrowed(Its), R.Self);
  bool IsOrderSigned = T->op() == Op::SLt || T->op() == Op::SLe;
  bool IsWidened = narrowed(Its) != Its;
  bool Signed = IsWidened ? map::isOp(Its, Op::SExt) : IsOrderSigned;
  // A negative number is, as an unsigned one, above all limits. What does not
  // overflow as signed may do so as unsigned.
  if ((Right && Signed && !IsOrderSigned) || (Summand && !Signed))
    return std::nullopt;
  using Order = Bound::Order;
  switch (T->op()) {
  case Op::SLt:
  case Op::ULt:
    return Bound{Left ? Order::Below : Order::Above, Signed, IsOrderSigned,
                 Limit, Summand};
  case Op::SLe:
  case Op::ULe:
    return Bound{Left ? Order::AtMost : Order::AtLeast, Signed, IsOrderSigned,
                 Limit, Summand};
  case Op::Ne:
    return Its == R.Self
               ? std::optional(Bound{Order::Differs, true, true, Limit})
               : std::nullopt;
  default:
    return std::nullopt;
  }
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

/// What bounds the variable itself.
map::Interval Prover::limitOf(const Bound &B) {
  map::Interval Limit = rangeOf(B.Limit, B.IsLimitSigned);
  if (!B.Summand)
    return Limit;
  map::Interval Beside = rangeOf(B.Summand, true);
  return {Limit.Low - Beside.High, Limit.High - Beside.Low};
}

/// Is the value after a step from any value within the bound a number of the
/// width?
bool Prover::staysIn(const Bound &B) {
  map::Interval Step = rangeOf(R.Step, true), Limit = limitOf(B);
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

/// Is T, which may be cut, a product or sum of dimensions and small constants?
static bool isSizeOfLaunch(const Term *T) {
  if (const auto *C = dyn_cast<map::Constant>(T))
    return C->value() <= MostPerBlock;
  if (const auto *V = dyn_cast<map::Variable>(T))
    return V->role() == map::Variable::Role::Builtin && !V->isIndex();
  const auto *O = dyn_cast<map::Operation>(T);
  bool IsKnown = O && (O->op() == Op::Mul || O->op() == Op::Add ||
                       O->op() == Op::ZExt || O->op() == Op::Trunc);
  return IsKnown && all_of(O->operands(), isSizeOfLaunch);
}

/// The step is not negative: that is known, or it is the size of a launch that
/// is not absurdly large.
bool Prover::rises(RangeProof &Proof) {
  // Of the plain product of a grid and a block, the verdict says it.
  if (rangeOf(R.Step, true).Low >= 0 ||
      (Width == 32 && map::gridProduct(R.Step)))
    return true;
  if (Width != 32 || !isSizeOfLaunch(R.Step))
    return false;
  const Term *Size = exactSize(R.Step);
  if (!Size || Ranges.signedRange(Size).Low < 0)
    Proof.IsPromised = true; // 64 bits cannot say it
  else
    Proof.Needs.push_back(
        {Terms.slt(Size, Terms.constant(64, uint64_t(1) << 31)),
         map::toText(R.Step) + " < 2147483648",
         map::Assumption::Basis::Derived});
  return true;
}

static std::string summand(const Term *T) {
  std::string Text = map::toText(T);
  return isa<map::Operation>(T) && !map::isOp(T, Op::Mul) ? "(" + Text + ")"
                                                          : Text;
}

/// Limit + Step <= Most, whatever their widths.
const Term *Prover::sumIsAtMost(const Bound &B, uint64_t Most) {
  const Term *Step = Terms.cast(Op::ZExt, R.Step, 64);
  if (B.Limit->width() < 64) {
    Op Widened = B.IsLimitSigned ? Op::SExt : Op::ZExt;
    const Term *Limit = Terms.cast(Widened, B.Limit, 64);
    return Terms.sle(Terms.add(Limit, Step), Terms.constant(64, Most));
  }
  const Term *Room = Terms.sub(Terms.constant(64, Most), Step);
  return B.IsLimitSigned
             ? Terms.sle(B.Limit, Room)
             : Terms.logicalAnd(Terms.sle(Terms.constant(64, 0), Room),
                                Terms.ule(B.Limit, Room));
}

/// Is limit + step too large in all launches, as with `i <= UINT_MAX - 3`? Then
/// nobody can be expected to keep to less.
bool Prover::lacksRoom(const Bound &B) {
  Number Most = limits(B.Signed).High + (B.O == Bound::Order::Below ? 1 : 0);
  return rangeOf(B.Limit, B.IsLimitSigned).Low + rangeOf(R.Step, true).Low >
         Most;
}

/// limit + step <= 2^n, as a condition and as a text.
RangeProof Prover::assume(const Bound &B) {
  using Order = Bound::Order;
  RangeProof Proof;
  bool MayBeHigher = B.Summand && rangeOf(B.Summand, true).Low < 0;
  if ((B.O != Order::Below && B.O != Order::AtMost) || Width < 32 ||
      MayBeHigher || !rises(Proof) || lacksRoom(B))
    return {};
  Proof.Holds = true;
  Proof.IsPromised |=
      map::variesByThread(B.Limit) || map::variesByThread(R.Step);
  if (Proof.IsPromised)
    return Proof;
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
    Proof.Needs.push_back({sumIsAtMost(B, Most),
                           Sum + " <= " + std::to_string(Most),
                           map::Assumption::Basis::Derived});
  } else {
    Proof.IsPromised = true;
  }
  return Proof;
}

RangeProof Prover::add(const Bound &B) {
  if (isPromised(B) || staysIn(B))
    return {.Holds = true};
  return assume(B);
}

RangeProof Prover::multiply(const Bound &B) {
  using Order = Bound::Order;
  if (B.O != Order::Below && B.O != Order::AtMost)
    return {};
  if (B.Signed && rangeOf(R.Init, true).Low < 0)
    return {};
  Number Factor = cast<map::Constant>(R.Step)->value();
  Number Top = limitOf(B).High - (B.O == Order::Below ? 1 : 0);
  if (isPromised(B) || Top * Factor <= limits(B.Signed).High)
    return {.Holds = true};
  return {};
}

/// Rounding down is what signed division does for numbers >= 0.
RangeProof Prover::divide(const Bound &B) {
  if (!R.SignedDivision || rangeOf(R.Init, true).Low >= 0)
    return {.Holds = true};
  using Order = Bound::Order;
  Number Low = limitOf(B).Low;
  bool Positive = B.Signed && B.IsLimitSigned &&
                  ((B.O == Order::Above && Low >= -1) ||
                   (B.O == Order::AtLeast && Low >= 0));
  return {.Holds = Positive};
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
