// Ranges - interval arithmetic on both interpretations of a bit vector.
//
// Each rule computes the interpretation it is exact for and derives the other
// one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Ranges.h"
#include "passes/map/BitCount.h"
#include "passes/map/GridProduct.h"
#include "passes/map/Steps.h"
#include <algorithm>

namespace racemap::map {

using llvm::dyn_cast;

Interval launchLimit(Builtin B) {
  constexpr __int128 Block[] = {1024, 1024, 64};
  constexpr __int128 Grid[] = {2147483647, 65535, 65535};
  unsigned I = static_cast<unsigned>(B), D = I % 3;
  switch (I / 3) {
  case 0: // threadIdx
    return {0, Block[D] - 1};
  case 1: // blockIdx
    return {0, Grid[D] - 1};
  case 2: // blockDim
    return {1, Block[D]};
  default: // gridDim
    return {1, Grid[D]};
  }
}

Interval Ranges::rangeOf(const Variable *V) {
  if (V->role() == Variable::Role::Builtin)
    return launchLimit(V->builtin());
  return unsignedNumbers(V->width());
}

Interval Ranges::unsignedRange(const Term *T) { return both(T).Unsigned; }
Interval Ranges::signedRange(const Term *T) { return both(T).Signed; }

const Ranges::Both &Ranges::both(const Term *T) {
  if (auto Found = Known.find(T); Found != Known.end())
    return Found->second;
  Steps::take();
  Both Value = compute(T);
  restrict(T, Value);
  return Known[T] = Value;
}

Ranges::Both Ranges::compute(const Term *T) {
  unsigned Width = T->width();
  Interval U = unsignedNumbers(Width);
  if (const auto *C = dyn_cast<Constant>(T))
    U = {C->value(), C->value()};
  else if (const auto *V = dyn_cast<Variable>(T))
    U = rangeOf(V);
  else if (const auto *O = dyn_cast<Operation>(T))
    return operation(O);
  return {U, toSigned(U, Width)};
}

Ranges::Both Ranges::operation(const Operation *T) {
  switch (T->op()) {
  case Op::Add:
    if (wordCounted(T))
      return {{0, T->width()}, {0, T->width()}};
    [[fallthrough]];
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
    return wrapped(T);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
  case Op::LShr:
  case Op::AShr:
    return divided(T);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return bitwise(T);
  case Op::Eq:
  case Op::Ne:
  case Op::ULt:
  case Op::ULe:
  case Op::SLt:
  case Op::SLe:
    return compared(T);
  case Op::ZExt:
  case Op::SExt:
  case Op::Trunc:
    return converted(T);
  case Op::Ite: {
    Both A = both(T->operand(1)), B = both(T->operand(2));
    return {{std::min(A.Unsigned.Low, B.Unsigned.Low),
             std::max(A.Unsigned.High, B.Unsigned.High)},
            {std::min(A.Signed.Low, B.Signed.Low),
             std::max(A.Signed.High, B.Signed.High)}};
  }
  }
  llvm_unreachable("all operators are handled");
}

/// Is Part at most Whole, read as unsigned, because it is some bits, a quotient
/// or a remainder of it, or of what Whole is a multiple of?
bool Ranges::isPart(const Term *Part, const Term *Whole) {
  bool IsOf =
      isOp(Part, Op::And) && llvm::is_contained(Part->operands(), Whole);
  IsOf |= (isOp(Part, Op::URem) || isOp(Part, Op::LShr)) &&
          Part->operand(0) == Whole;
  if (IsOf || (!isOp(Whole, Op::Shl) && !isOp(Whole, Op::Mul)))
    return IsOf;
  const auto *Factor = llvm::dyn_cast<Constant>(Whole->operand(1));
  return Factor && (isOp(Whole, Op::Shl) || Factor->value() > 0) &&
         exactRange(llvm::cast<Operation>(Whole), false)
             .isWithin(unsignedNumbers(Whole->width())) &&
         isPart(Part, Whole->operand(0));
}

Interval Ranges::exactRange(const Operation *T, bool Signed) {
  Both BA = both(T->operand(0)), BB = both(T->operand(1));
  Interval A = Signed ? BA.Signed : BA.Unsigned;
  Interval B = Signed ? BB.Signed : BB.Unsigned;
  Interval Whole = numbers(64, Signed);
  switch (T->op()) {
  case Op::Add:
    return {A.Low + B.Low, A.High + B.High};
  case Op::Sub:
    if (A.Low >= 0 && isPart(T->operand(1), T->operand(0)))
      return {std::max<__int128>(0, A.Low - B.High), A.High - B.Low};
    return {A.Low - B.High, A.High - B.Low};
  case Op::Shl: {
    Interval By = BB.Unsigned;
    if (By.High >= 62 || !By.isPoint())
      return {Whole.Low * 4, Whole.High * 4}; // wraps for all we know
    B = {__int128(1) << By.Low, __int128(1) << By.Low};
    [[fallthrough]];
  }
  case Op::Mul: {
    // |A|, |B| <= 2^64: the products of two 64-bit numbers fit 128 bits
    // signed if one of them is below 2^63.
    if (!Signed && A.High > signedNumbers(64).High &&
        B.High > signedNumbers(64).High)
      return {0, Whole.High * 4};
    auto [Low, High] = std::minmax(
        {A.Low * B.Low, A.Low * B.High, A.High * B.Low, A.High * B.High});
    return {Low, High};
  }
  default:
    llvm_unreachable("only for arithmetic that can wrap");
  }
}

std::optional<Interval> Ranges::boundedProduct(const Operation *T) const {
  if (T->width() < 32)
    return std::nullopt;
  auto Grid = gridMultiple(T);
  if (!Grid || !boundsGrid(Grid->Dimension))
    return std::nullopt;
  Interval All = {0, signedNumbers(32).High * Grid->Factor};
  bool Fits = All.isWithin(unsignedNumbers(T->width()));
  return Fits ? std::optional(All) : std::nullopt;
}

Ranges::Both Ranges::wrapped(const Operation *T) {
  unsigned Width = T->width();
  Interval U = unsignedNumbers(Width), S = signedNumbers(Width);
  Interval ExactU = exactRange(T, false), ExactS = exactRange(T, true);
  bool FitsU = ExactU.isWithin(U), FitsS = ExactS.isWithin(S);
  if (FitsU)
    U = ExactU;
  if (FitsS)
    S = ExactS;
  if (auto Bounded = boundedProduct(T)) {
    U = intersect(U, *Bounded);
    S = intersect(S, toSigned(*Bounded, Width));
  }
  return {intersect(U, toUnsigned(S, Width)), intersect(S, toSigned(U, Width))};
}

Ranges::Both Ranges::divided(const Operation *T) {
  unsigned Width = T->width();
  Both A = both(T->operand(0)), B = both(T->operand(1));
  Interval U = unsignedNumbers(Width);
  bool Signed =
      T->op() == Op::SDiv || T->op() == Op::SRem || T->op() == Op::AShr;
  // The signed forms agree with the unsigned ones on non-negative numbers.
  bool ByShift = T->op() == Op::LShr || T->op() == Op::AShr;
  if (Signed && (A.Signed.Low < 0 || (!ByShift && B.Signed.Low < 0)))
    return {U, signedNumbers(Width)};
  Interval N = A.Unsigned, D = B.Unsigned;
  switch (T->op()) {
  case Op::UDiv:
  case Op::SDiv:
    if (D.Low > 0)
      U = {N.Low / D.High, N.High / D.Low};
    break;
  case Op::URem:
  case Op::SRem:
    U = {0, N.High};
    if (D.Low > 0)
      U.High = std::min(N.High, D.High - 1);
    if (D.Low > N.High)
      U.Low = N.Low;
    break;
  default: // shifts to the right
    U = {D.High < 64 ? N.Low >> int(D.High) : 0,
         D.Low < 64 ? N.High >> int(D.Low) : 0};
    break;
  }
  return {U, toSigned(U, Width)};
}

/// The smallest 2^n - 1 that is at least X.
static __int128 onesCovering(__int128 X) {
  __int128 Ones = 0;
  while (Ones < X)
    Ones = Ones * 2 + 1;
  return Ones;
}

Ranges::Both Ranges::bitwise(const Operation *T) {
  Interval A = both(T->operand(0)).Unsigned, B = both(T->operand(1)).Unsigned;
  Interval U = unsignedNumbers(T->width());
  __int128 Ones = onesCovering(std::max(A.High, B.High));
  if (T->op() == Op::And)
    U = {0, std::min(A.High, B.High)};
  else if (T->op() == Op::Or)
    U = {std::max(A.Low, B.Low), Ones};
  else
    U = {0, Ones};
  if (T->isBool() && A.isPoint() && B.isPoint() && T->op() == Op::Xor)
    U = {A.Low ^ B.Low, A.Low ^ B.Low};
  else if (T->isBool() && T->op() == Op::And)
    U.Low = A.Low & B.Low;
  return {U, toSigned(U, T->width())};
}

Ranges::Both Ranges::compared(const Operation *T) {
  Both A = both(T->operand(0)), B = both(T->operand(1));
  bool Signed = T->op() == Op::SLt || T->op() == Op::SLe;
  Interval X = Signed ? A.Signed : A.Unsigned;
  Interval Y = Signed ? B.Signed : B.Unsigned;
  bool Always = false, Never = false;
  bool Disjoint = X.High < Y.Low || Y.High < X.Low;
  bool SamePoint = X.isPoint() && Y.isPoint() && X.Low == Y.Low;
  switch (T->op()) {
  case Op::Eq:
    Always = SamePoint, Never = Disjoint;
    break;
  case Op::Ne:
    Always = Disjoint, Never = SamePoint;
    break;
  case Op::ULt:
  case Op::SLt:
    Always = X.High < Y.Low, Never = X.Low >= Y.High;
    break;
  default:
    Always = X.High <= Y.Low, Never = X.Low > Y.High;
    break;
  }
  Interval U{Always ? 1 : 0, Never ? 0 : 1};
  return {U, toSigned(U, 1)};
}

Ranges::Both Ranges::converted(const Operation *T) {
  Both A = both(T->operand(0));
  unsigned Width = T->width();
  if (T->op() == Op::ZExt)
    return {A.Unsigned, toSigned(A.Unsigned, Width)};
  if (T->op() == Op::SExt)
    return {toUnsigned(A.Signed, Width), A.Signed};
  Interval U = unsignedNumbers(Width), S = signedNumbers(Width);
  if (A.Unsigned.isWithin(U))
    return {A.Unsigned, toSigned(A.Unsigned, Width)};
  if (A.Signed.isWithin(S))
    return {toUnsigned(A.Signed, Width), A.Signed};
  return {U, S};
}

} // namespace racemap::map
