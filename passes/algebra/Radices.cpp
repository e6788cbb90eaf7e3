// Radices - division by names and their products.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Divider.h"

namespace racemap::algebra {

static bool isProduct(const Form &F) {
  return !F.isBroken() && F.parts().size() == 1 && F.constant() == 0 &&
         F.parts()[0].Factor > 0;
}

static bool isAtom(const Form &F) {
  return isProduct(F) && F.parts()[0].Factor == 1 && F.parts()[0].Of.isAtom();
}

/// P / By, a product; nothing if that is no integer for some values.
static std::optional<Form> quotient(const Form::Part &P, const Form &By) {
  const Form::Part &Its = By.parts()[0];
  if (P.Factor % Its.Factor != 0)
    return std::nullopt;
  Monomial Left = P.Of;
  for (Monomial M = Its.Of; !M.isOne(); M = M.rest()) {
    if (!Left.contains(M.atom()))
      return std::nullopt;
    Left = Left.without(M.atom());
  }
  return Form::product(Left).scaled(P.Factor / Its.Factor);
}

/// F as By * Quotient + Remainder; of the remainder, no part is a multiple.
static Divided apart(const Form &F, const Form &By) {
  Divided D;
  D.Remainder = Form::constant(F.constant());
  for (const Form::Part &P : F.parts())
    if (auto Its = quotient(P, By))
      D.Quotient.add(*Its);
    else
      D.Remainder.add(Form::product(P.Of), P.Factor);
  return D;
}

Form Divider::parted(const Form &F) const {
  for (const auto &[Whole, Parts] : Sums)
    if (current(Whole) == F)
      return current(Parts);
  return F;
}

std::optional<Divided> Divider::divideBy(const Form &X, Bounds OfX,
                                         const Form &Divisor, Bounds OfBy) {
  Form F = parted(current(X)), By = current(Divisor);
  if (F.isBroken() || By.isBroken())
    return std::nullopt;
  if (!isProduct(By))
    return nameParts(F, OfX, By, OfBy);
  Divided Its = apart(F, By);
  if (Its.Remainder == Form())
    return Its;
  bool IsWhole = Its.Quotient == Form();
  Bounds OfRest = IsWhole ? OfX : boundsOf(Its.Remainder);
  if (OfRest.Low < 0)
    return nameParts(F, OfX, By, OfBy);
  auto D = byRadix(Its.Remainder, By);
  if (!D)
    D = nameParts(Its.Remainder, OfRest, By, OfBy);
  if (D)
    D->Quotient.add(Its.Quotient);
  bool IsKnown = D && !D->Quotient.isBroken() && !D->Remainder.isBroken();
  return IsKnown ? D : std::nullopt;
}

/// G is at least 0, and none of its parts a multiple of By.
std::optional<Divided> Divider::byRadix(const Form &G, const Form &By) {
  for (const Form::Part &P : G.parts()) {
    auto Its =
        P.Of.isAtom() && P.Factor == 1 ? Radix.find(P.Of.atom()) : Radix.end();
    if (Its == Radix.end())
      continue;
    Form Digit = Form::product(P.Of), Below = current(Its->second);
    if (!isProduct(Below))
      continue;
    if (G == Digit && Below == By)
      return Divided{Form(), G};
    Divided Upper = apart(G - Digit, Below);
    auto Left = quotient(By.parts()[0], Below);
    if (Upper.Remainder != Form() || Upper.Quotient == Form() || !Left)
      continue;
    Bounds OfUpper = boundsOf(Upper.Quotient), OfLeft = boundsOf(*Left);
    if (OfUpper.Low < 0 || OfLeft.Low < 0 || OfLeft.High < 1)
      continue;
    OfLeft.Low = std::max<Int>(OfLeft.Low, 1); // as By, a multiple, is not 0
    std::optional<Divided> D =
        Left->isConstant() ? divide(Upper.Quotient, Left->constant())
                           : divideBy(Upper.Quotient, OfUpper, *Left, OfLeft);
    if (D)
      return Divided{D->Quotient, D->Remainder * Below + Digit};
  }
  return std::nullopt;
}

std::optional<Divided> Divider::nameParts(const Form &X, Bounds OfX,
                                          const Form &By, Bounds OfBy) {
  if (P.Atoms.size() > MostAtoms)
    return std::nullopt;
  AtomId Q = newAtom({OfBy.hasHigh() ? OfX.Low / OfBy.High : 0,
                      OfX.hasHigh() ? OfX.High / OfBy.Low : Infinity},
                     Rank::Value);
  Int Most = OfBy.hasHigh() ? OfBy.High - 1 : Infinity;
  AtomId R = newAtom({0, std::min(OfX.High, Most)}, Rank::Remainder);
  Divided D{Form::atom(Q), Form::atom(R)};
  auto IsBelow = [&](AtomId A, const Form &Limit) {
    Form Least = Limit - Form::atom(A) - Form::constant(1);
    P.Said.Facts.push_back({Fact::Kind::AtLeastZero, Least});
    Radix[A] = Limit;
  };
  IsBelow(R, By);
  if (isAtom(X) && isProduct(By))
    if (auto Its = Radix.find(X.parts()[0].Of.atom()); Its != Radix.end())
      if (Form Whole = current(Its->second); isProduct(Whole))
        if (auto Limit = quotient(Whole.parts()[0], By))
          IsBelow(Q, *Limit);
  Form Parts = By * D.Quotient + D.Remainder;
  if (Parts.isBroken())
    return std::nullopt;
  define(X, Parts);
  if (!isAtom(X))
    Sums.emplace_back(X, Parts);
  return D;
}

} // namespace racemap::algebra
