// Form - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Form.h"
#include "passes/map/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::algebra {

static constexpr Int MostFactor = Int(1) << 100;

static Int gcd(Int A, Int B) {
  A = A < 0 ? -A : A;
  B = B < 0 ? -B : B;
  while (B)
    A = std::exchange(B, A % B);
  return A;
}

bool Monomial::contains(AtomId A) const {
  for (auto Left = Atoms; Left; Left >>= 16)
    if (static_cast<AtomId>(Left) == A)
      return true;
  return false;
}

Monomial Monomial::without(AtomId A) const {
  unsigned __int128 Below = 0;
  unsigned Shift = 0;
  for (auto Left = Atoms; Left; Left >>= 16, Shift += 16) {
    auto This = static_cast<AtomId>(Left);
    if (This == A)
      return {Below | (Left >> 16) << Shift, 0};
    Below |= static_cast<unsigned __int128>(This) << Shift;
  }
  return *this;
}

bool Monomial::multiply(Monomial X, Monomial Y, Monomial &To) {
  AtomId All[16];
  unsigned N = 0;
  for (auto Left = X.Atoms; Left; Left >>= 16)
    All[N++] = static_cast<AtomId>(Left);
  for (auto Left = Y.Atoms; Left; Left >>= 16)
    All[N++] = static_cast<AtomId>(Left);
  if (N > 8)
    return false;
  std::sort(All, All + N);
  To.Atoms = 0;
  for (unsigned I = N; I-- > 0;)
    To.Atoms = To.Atoms << 16 | All[I];
  return true;
}

Form Form::constant(Int C) {
  Form F;
  F.Constant = C;
  return F;
}

Form Form::atom(AtomId A) {
  Form F;
  F.Parts.push_back({Monomial(A), 1});
  return F;
}

Form Form::product(Monomial M) {
  if (M.isOne())
    return constant(1);
  Form F;
  F.Parts.push_back({M, 1});
  return F;
}

Int Form::factor(Monomial M) const {
  const auto *Its = llvm::lower_bound(Parts, Part{M, -Infinity * 2});
  return Its != Parts.end() && Its->Of == M ? Its->Factor : 0;
}

bool Form::mentions(AtomId A) const {
  return llvm::any_of(Parts, [&](const Part &P) { return P.Of.contains(A); });
}

void Form::add(Monomial M, Int Factor) {
  if (Factor == 0 || Broken)
    return;
  auto *Its = llvm::lower_bound(Parts, Part{M, -Infinity * 2});
  if (Its == Parts.end() || Its->Of != M)
    Its = Parts.insert(Its, {M, 0});
  Its->Factor += Factor;
  Broken |= Its->Factor > MostFactor || Its->Factor < -MostFactor;
  if (Its->Factor == 0)
    Parts.erase(Its);
  Broken |= Parts.size() > MostParts;
}

Form &Form::add(const Form &F, Int Times) {
  map::Steps::take(1 + F.Parts.size() / 4);
  Broken |= F.Broken;
  auto Product = [&](Int C) {
    Int P = timesSaturated(C, Times);
    Broken |= P > MostFactor || P < -MostFactor;
    return Broken ? 0 : P;
  };
  for (const Part &P : F.Parts)
    add(P.Of, Product(P.Factor));
  Constant += Product(F.Constant);
  Broken |= Constant > MostFactor || Constant < -MostFactor;
  return *this;
}

Form operator*(const Form &A, const Form &B) {
  Form F;
  F.add(A, B.Constant);
  F.Broken |= B.Broken;
  for (const Form::Part &P : B.Parts) {
    Form Row;
    Row.Broken = F.Broken;
    auto Add = [&](Monomial M, Int Factor) {
      Monomial Whole;
      Row.Broken |= !Monomial::multiply(P.Of, M, Whole);
      Row.add(Whole, Factor);
    };
    for (const Form::Part &Q : A.Parts)
      Add(Q.Of, Q.Factor);
    Add(Monomial(), A.Constant);
    F.add(Row, P.Factor);
  }
  return F;
}

Form Form::with(AtomId A, const Form &By) const {
  Form F;
  F.Constant = Constant;
  F.Broken = Broken;
  for (const Part &P : Parts) {
    if (!P.Of.contains(A)) {
      F.add(P.Of, P.Factor);
      continue;
    }
    Form Row;
    Row.Parts.push_back({P.Of, P.Factor});
    while (!Row.Broken && Row.mentions(A)) {
      Form With, Without;
      for (const Part &Q : Row.Parts)
        if (!Q.Of.contains(A))
          Without.add(Q.Of, Q.Factor);
        else if (Monomial Rest = Q.Of.without(A); Rest.isOne())
          With.Constant += Q.Factor;
        else
          With.add(Rest, Q.Factor);
      Without.Constant = Row.Constant;
      Row = Without.add(With * By);
    }
    F.add(Row);
  }
  return F;
}

Form Form::only(llvm::function_ref<bool(const Part &)> Is) const {
  Form F;
  F.Broken = Broken;
  for (const Part &P : Parts)
    if (Is(P))
      F.Parts.push_back(P);
  return F;
}

Form Form::dividedBy(Int By) const {
  Form F = *this;
  F.Constant /= By;
  for (Part &P : F.Parts)
    P.Factor /= By;
  return F;
}

Int Form::commonFactor() const {
  Int Common = 0;
  for (const Part &P : Parts)
    Common = gcd(Common, P.Factor);
  return Common;
}

bool Form::operator<(const Form &O) const {
  if (Constant != O.Constant)
    return Constant < O.Constant;
  return std::lexicographical_compare(Parts.begin(), Parts.end(),
                                      O.Parts.begin(), O.Parts.end());
}

} // namespace racemap::algebra
