// HostRounding - integers of the host that come out of floating point.
//
// In:  "(int)ceil(n / 256.0)" and the like: the quotient of two integers, or an
//      integer alone, which becomes an integer.
// Out: the same in integers, if both are exact in floating point. Then division
//      does not round to another integer: n / d is one, or differs from all by
//      1 / |d| at least, which is |n / d| * 1 / |n|; it is rounded by less.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Ranges.h"
#include "plugin/HostValues.h"

namespace racemap {

using namespace clang;
using llvm::dyn_cast;
using map::Op;
using map::Term;

/// Without casts to a type with more digits.
static const Expr *exactly(const Expr *E) {
  E = unwrapped(E);
  const auto *C = dyn_cast<CastExpr>(E);
  if (!C ||
      (C->getCastKind() != CK_FloatingCast && C->getCastKind() != CK_NoOp))
    return E;
  const auto *To = C->getType()->getAs<BuiltinType>();
  const auto *From = C->getSubExpr()->getType()->getAs<BuiltinType>();
  bool Widens = To && From && To->isFloatingPoint() &&
                From->isFloatingPoint() && From->getKind() <= To->getKind() &&
                From->getKind() >= BuiltinType::Float &&
                To->getKind() <= BuiltinType::Double;
  return Widens ? exactly(C->getSubExpr()) : E;
}

static bool isOf(const Expr *E, BuiltinType::Kind Kind) {
  const auto *T = E->getType()->getAs<BuiltinType>();
  return T && T->getKind() == Kind;
}

/// Is W always a number that a float has exactly?
bool HostValues::fitsFloat(Whole W) {
  const Term *Most = Terms.constant(32, 1 << 24);
  const Term *Fits = Terms.ule(W.Its, Most);
  if (W.Signed)
    Fits = Terms.logicalOr(
        Fits, Terms.ule(Terms.sub(Terms.constant(32, 0), W.Its), Most));
  return map::Ranges().isAlwaysTrue(Fits);
}

/// The integer of 32 bits that E, in floating point, is exactly.
HostValues::Whole HostValues::whole(const Expr *E) {
  E = exactly(E);
  if (const auto *L = dyn_cast<FloatingLiteral>(E)) {
    llvm::APSInt N(32, /*isUnsigned=*/false);
    bool IsExact = false;
    L->getValue().convertToInteger(N, llvm::APFloat::rmTowardZero, &IsExact);
    return {IsExact ? Terms.constant(32, N.getZExtValue()) : nullptr};
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Mul) { // 1.0 * n
    Whole L = whole(B->getLHS()), R = whole(B->getRHS());
    const Term *One = Terms.constant(32, 1);
    return L.Its && L.Its == One ? R : R.Its && R.Its == One ? L : Whole();
  }
  const auto *C = dyn_cast<CastExpr>(E);
  if (!C || C->getCastKind() != CK_IntegralToFloating)
    return {};
  QualType From = C->getSubExpr()->getType();
  bool Signed = From->isSignedIntegerOrEnumerationType();
  const Term *Its = value(C->getSubExpr());
  if (!Its || Its->width() > 32)
    return {};
  Whole W{Signed ? Terms.resizeSigned(Its, 32) : Terms.resizeUnsigned(Its, 32),
          Signed || Its->width() < 32};
  bool IsExact = isOf(C, BuiltinType::Double) ||
                 (isOf(C, BuiltinType::Float) && fitsFloat(W));
  return IsExact ? W : Whole();
}

/// N / D, rounded up if To is 1, down if it is -1, else to 0.
HostValues::Whole HostValues::quotient(Whole N, Whole D, int To) {
  auto Unsigned = [](Whole W) {
    const auto *C = dyn_cast<map::Constant>(W.Its);
    return !W.Signed || (C && C->signedValue() >= 0);
  };
  bool Signed = N.Signed && D.Signed;
  unsigned Width = 32;
  if (!Signed && !(Unsigned(N) && Unsigned(D))) {
    Signed = true;
    Width = 64;
  }
  auto Resized = [&](Whole W) {
    return W.Signed ? Terms.resizeSigned(W.Its, Width)
                    : Terms.resizeUnsigned(W.Its, Width);
  };
  const Term *A = Resized(N), *B = Resized(D), *Zero = Terms.constant(Width, 0);
  const Term *Rest = Terms.make(Signed ? Op::SRem : Op::URem, {A, B});
  const Term *Result = Terms.make(Signed ? Op::SDiv : Op::UDiv, {A, B});
  // The quotient itself is above, or below, what division leaves of it.
  const Term *IsAbove =
      Signed ? Terms.eq(Terms.slt(Rest, Zero), Terms.slt(B, Zero))
             : Terms.yes();
  const Term *Differs = To > 0 ? IsAbove : Terms.logicalNot(IsAbove);
  Differs = Terms.logicalAnd(Terms.ne(Rest, Zero), Differs);
  const Term *By = Terms.ite(Differs, Terms.constant(Width, 1), Zero);
  if (To > 0)
    Result = Terms.add(Result, By);
  if (To < 0)
    Result = Terms.sub(Result, By);
  return {Result, Signed};
}

/// What E, a cast of a number in floating point, gives.
const Term *HostValues::rounded(const CastExpr *E, unsigned Width) {
  if (AST.getLangOpts().AllowRecip)
    return nullptr; // n / d may be n * (1 / d)
  const Expr *What = exactly(E->getSubExpr());
  const auto *Call = dyn_cast<CallExpr>(What);
  int How = Call ? isCeilOrFloor(Call) : 0;
  if (How)
    What = exactly(Call->getArg(0));
  const auto *Quotient = dyn_cast<BinaryOperator>(What);
  Whole Result;
  if (Quotient && Quotient->getOpcode() == BO_Div) {
    Whole N = whole(Quotient->getLHS()), D = whole(Quotient->getRHS());
    bool IsKnown =
        N.Its && D.Its &&
        (isOf(What, BuiltinType::Double) || isOf(What, BuiltinType::Float));
    Result = IsKnown ? quotient(N, D, How) : Whole();
  } else {
    Result = whole(What);
  }
  if (!Result.Its)
    return nullptr;
  return Result.Signed ? Terms.resizeSigned(Result.Its, Width)
                       : Terms.resizeUnsigned(Result.Its, Width);
}

} // namespace racemap
