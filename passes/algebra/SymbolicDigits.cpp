// SymbolicDigits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/SymbolicDigits.h"
#include "passes/algebra/Entailment.h"
#include <set>
#include <tuple>

namespace racemap::algebra {

/// F, whose parts all have W as a factor, without it.
static Form divided(const Form &F, AtomId W) {
  Form Result;
  for (const Form::Part &P : F.parts())
    Result.add(Form::product(P.Of.without(W)), P.Factor);
  return Result;
}

/// True if F is no more than its parts.
static bool split(const Form &F, const Bounds &B, AtomId W, System &S) {
  auto IsMultiple = [&](const Form::Part &P) { return P.Of.contains(W); };
  Form Multiple = F.only(IsMultiple);
  Form Rest = F.only([&](const Form::Part &P) { return !IsMultiple(P); });
  Form One = Form::constant(1);
  if (!isNeverNegative(Form::atom(W) - One, S))
    return false;
  Int Common = Multiple.commonFactor();
  Form Radix = Form::atom(W).scaled(Common);
  Form A = divided(Multiple, W).dividedBy(Common);
  Form Low = Form::constant(B.Low), High = Form::constant(B.High);
  bool IsAtMost = isNeverNegative(Radix - One - High + Rest, S);
  bool IsAtLeast = isNeverNegative(Radix - One + Low - Rest, S);
  Bounds Digit{IsAtLeast ? 0 : -Infinity, IsAtMost ? 0 : Infinity};
  S.within(A, Digit);
  if (IsAtMost && IsAtLeast)
    S.within(Rest, B);
  return IsAtMost && IsAtLeast;
}

/// The factors of F's products that may be one. First that of the most parts,
/// which is that of the lowest digit; of several, the largest.
static llvm::SmallVector<AtomId> radices(const Form &F, const System &S) {
  std::set<std::tuple<ptrdiff_t, Int, AtomId>> Found;
  for (const Form::Part &P : F.parts())
    if (!P.Of.isAtom())
      for (Monomial M = P.Of; !M.isOne(); M = M.rest()) {
        AtomId A = M.atom();
        auto Has = [&](const Form::Part &X) { return X.Of.contains(A); };
        if (S.atoms()[A].TheRank != Rank::Index)
          Found.insert(
              {-llvm::count_if(F.parts(), Has), -S.boundsOf(A).High, A});
      }
  llvm::SmallVector<AtomId> All;
  for (const auto &[Parts, High, A] : Found)
    All.push_back(A);
  return All;
}

void splitSymbolicDigits(System &S) {
  auto Before = S.constraints();
  for (const auto &[F, B] : Before) {
    if (S.isDone())
      return;
    if (!B.isNarrow())
      continue;
    for (AtomId W : radices(F, S))
      if (S.isDone() || split(F, B, W, S))
        break;
  }
}

} // namespace racemap::algebra
