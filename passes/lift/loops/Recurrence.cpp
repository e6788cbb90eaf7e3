// Recurrence - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/loops/Recurrence.h"
#include "passes/map/Ranges.h"

namespace racemap::lift {

using namespace llvm;
using map::Op;
using map::Operation;
using map::Term;
using StepKind = map::Loop::StepKind;

namespace {

class Solver {
public:
  Solver(Recurrence &R, map::TermContext &Terms, const Term *Counter,
         function_ref<bool(const Term *)> IsInvariant)
      : R(R), Terms(Terms), Counter(Counter), IsInvariant(IsInvariant),
        Width(R.Self->width()) {}

  void run() {
    const auto *Next = dyn_cast<Operation>(inItsWidth(R.Next));
    if (R.Next == R.Self)
      R.Closed = R.Init;
    else if (Next && Next->operands().size() == 2)
      binary(Next);
  }

private:
  const Term *inItsWidth(const Term *Next);
  /// The number of the iteration in the width of the value.
  const Term *count() { return Terms.resizeUnsigned(Counter, Width); }
  void binary(const Operation *Next);
  void affine(const Term *Step, uint8_t Promises);
  bool canClimb(uint8_t Promises) const {
    return Promises & map::NoSignedWrap && Width <= 32 &&
           Counter->width() <= 32;
  }
  /// Init + count * Step, or -, where none on the way overflows as signed.
  const Term *climbed(Op Way, const Term *Step);
  void scaled(const Operation *Next, const map::Constant *By);
  void alternating(const Operation *Next);
  /// x shifted by By bits in every iteration.
  const Term *shifted(Op O, uint64_t By);

  Recurrence &R;
  map::TermContext &Terms;
  const Term *Counter;
  function_ref<bool(const Term *)> IsInvariant;
  unsigned Width;
};

} // namespace

/// A short or a char that C++ adds to in the width of an int.
const Term *Solver::inItsWidth(const Term *Next) {
  const auto *Sum = map::isOp(Next, Op::Trunc)
                        ? dyn_cast<Operation>(Next->operand(0))
                        : nullptr;
  if (!Sum || (Sum->op() != Op::Add && Sum->op() != Op::Sub))
    return Next;
  auto Cut = [&](const Term *T) { return Terms.cast(Op::Trunc, T, Width); };
  const Term *A = Cut(Sum->operand(0)), *B = Cut(Sum->operand(1));
  return A == R.Self || B == R.Self ? Terms.make(Sum->op(), {A, B}) : Next;
}

/// Is there a number -T of T's width? The least signed number has none.
static bool hasNegative(const Term *T) {
  map::Ranges Any;
  return Any.signedRange(T).Low > map::signedNumbers(T->width()).Low;
}

void Solver::binary(const Operation *Next) {
  const Term *A = Next->operand(0), *B = Next->operand(1);
  bool Left = A == R.Self && IsInvariant(B);
  bool Right = B == R.Self && IsInvariant(A);
  if (Next->op() == Op::Add && (Left || Right))
    return affine(Left ? B : A, Next->promises());
  if (Next->op() == Op::Sub && Left) {
    affine(Terms.sub(Terms.constant(Width, 0), B),
           hasNegative(B) ? Next->promises() & map::NoSignedWrap
                          : map::NoPromise);
    // Though -B may wrap; of a number, affine() has done it.
    if (canClimb(Next->promises()) && !isa<map::Constant>(B))
      R.Closed = climbed(Op::Sub, B);
    return;
  }
  if ((Next->op() == Op::Sub && Right) ||
      (Next->op() == Op::Xor && (Left || Right)))
    return alternating(Next);
  const auto *By = dyn_cast<map::Constant>(Left ? B : A);
  if ((Left || (Right && Next->op() == Op::Mul)) && By)
    scaled(Next, By);
}

/// Do both factors and their product stay within a signed number?
static bool isSmall(const Term *T) {
  const auto *C = dyn_cast<map::Constant>(T);
  return C && C->signedValue() >= -(int64_t(1) << 30) &&
         C->signedValue() <= int64_t(1) << 30;
}

static bool isNonNegative(const Term *T) {
  const auto *C = dyn_cast<map::Constant>(T);
  return C && C->signedValue() >= 0;
}

/// The products of the count and the step may overflow where the sums do not
/// (Init < 0), so they are made in 64 bits, which hold them all.
const Term *Solver::climbed(Op Way, const Term *Step) {
  const Term *Moved =
      Terms.mul(Terms.resizeUnsigned(Counter, 64), Terms.resizeSigned(Step, 64),
                map::NoSignedWrap);
  const Term *Sum = Terms.make(Way, {Terms.resizeSigned(R.Init, 64), Moved},
                               map::NoSignedWrap);
  return Terms.cast(Op::Trunc, Sum, Width, map::NoSignedWrap);
}

void Solver::affine(const Term *Step, uint8_t Promises) {
  R.Kind = StepKind::Add;
  R.Step = Step;
  R.Promises = Promises;
  bool Signed = Promises & map::NoSignedWrap;
  bool Rising = Signed && isNonNegative(R.Init) && isNonNegative(Step);
  // Two places in one object are never 2^63 bytes apart.
  Rising |= Signed && R.IsOffset;
  bool Wide = Width == 64 && Counter->width() == 32 && isSmall(Step);
  if (canClimb(Promises) && !Rising) {
    R.Closed = climbed(Op::Add, Step);
    return;
  }
  const Term *Moved = Terms.mul(
      count(), Step, Rising || Wide ? map::NoSignedWrap : map::NoPromise);
  R.Closed = Terms.add(R.Init, Moved,
                       Rising || (Wide && Signed) ? map::NoSignedWrap
                                                  : map::NoPromise);
}

const Term *Solver::shifted(Op O, uint64_t By) {
  const Term *Limit = Terms.constant(Counter->width(), Width);
  const Term *Times = Terms.ite(Terms.ult(Counter, Limit), Counter, Limit);
  const Term *Bits = Terms.mul(
      Times, Terms.constant(Counter->width(), std::min<uint64_t>(By, Width)));
  if (Width < 16) // the number of bits might not fit
    return nullptr;
  return Terms.make(O, {R.Init, Terms.resizeUnsigned(Bits, Width)});
}

void Solver::scaled(const Operation *Next, const map::Constant *By) {
  uint64_t Value = By->value();
  bool Power = Value >= 2 && isPowerOf2_64(Value);
  auto Range = [&](StepKind K, uint64_t Factor) {
    R.Kind = K;
    R.Step = Terms.constant(Width, Factor);
    R.Promises = Next->promises();
  };
  switch (Next->op()) {
  case Op::Mul:
    if (Value >= 2 && By->signedValue() > 0)
      Range(StepKind::Mul, Value);
    if (Power)
      R.Closed = shifted(Op::Shl, Log2_64(Value));
    return;
  case Op::Shl:
    if (Value >= 1 && Value + 1 < Width)
      Range(StepKind::Mul, uint64_t(1) << Value);
    R.Closed = shifted(Op::Shl, Value);
    return;
  case Op::UDiv:
  case Op::SDiv:
    if (Value < 2 || By->signedValue() <= 0)
      return;
    Range(StepKind::Div, Value);
    R.SignedDivision = Next->op() == Op::SDiv;
    if (Power && !R.SignedDivision)
      R.Closed = shifted(Op::LShr, Log2_64(Value));
    return;
  case Op::LShr:
  case Op::AShr:
    if (Value >= 1 && Value + 1 < Width)
      Range(StepKind::Div, uint64_t(1) << Value);
    R.SignedDivision = Next->op() == Op::AShr;
    R.Closed = shifted(Next->op(), Value);
    return;
  default:
    return;
  }
}

void Solver::alternating(const Operation *Next) {
  const Term *Other = Terms.make(
      Next->op(), Next->operand(0) == R.Self
                      ? ArrayRef<const Term *>{R.Init, Next->operand(1)}
                      : ArrayRef<const Term *>{Next->operand(0), R.Init});
  const Term *Odd = Terms.cast(Op::Trunc, Counter, 1);
  R.Closed = Terms.ite(Odd, Other, R.Init);
}

void solve(Recurrence &R, map::TermContext &Terms, const Term *Counter,
           function_ref<bool(const Term *)> IsInvariant) {
  Solver(R, Terms, Counter, IsInvariant).run();
}

} // namespace racemap::lift
