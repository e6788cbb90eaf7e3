// Entailment - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Entailment.h"
#include "passes/algebra/Dimensions.h"
#include "passes/map/Steps.h"

namespace racemap::algebra {

/// How deep, and how much in all.
static constexpr unsigned MostSteps = 3, MostTries = 100;
/// Indices in products that give way to what they are below.
static constexpr unsigned MostIndices = 6;

/// What the constraints say indices are below.
static std::vector<Below> bounded(const System &S) {
  std::vector<Below> Facts;
  for (const auto &[L, B] : S.constraints())
    for (const Form::Part &X : L.parts()) {
      map::Steps::take();
      if (!X.Of.isAtom() || !isIndex(S.atoms()[X.Of.atom()]))
        continue;
      if (X.Factor == 1 && B.hasHigh())
        Facts.push_back({X.Of.atom(), Form::constant(B.High) - L});
      if (X.Factor == -1 && B.hasLow())
        Facts.push_back({X.Of.atom(), L - Form::constant(B.Low)});
    }
  return Facts;
}

/// Products with an index that make P larger.
static size_t numIndexProducts(const Form &P, const System &S) {
  return llvm::count_if(P.parts(), [&](const Form::Part &X) {
    if (X.Factor < 0 || X.Of.isAtom())
      return false;
    for (Monomial M = X.Of; !M.isOne(); M = M.rest())
      if (isIndex(S.atoms()[M.atom()]))
        return true;
    return false;
  });
}

/// What P is not above, with the fewest products of indices. Nothing if none
/// has fewer than P.
static std::optional<Form>
atFewer(const Form &P, const std::vector<Below> &Facts, const System &S) {
  std::optional<Form> Best;
  size_t Fewest = numIndexProducts(P, S);
  for (const Form::Part &X : P.parts())
    for (const Below &B : Facts) {
      if (X.Of.isAtom())
        break;
      std::optional<Form> New = atDimension(P, X, B, S.atoms());
      if (!New)
        continue;
      if (size_t Its = numIndexProducts(*New, S); Its < Fewest) {
        Fewest = Its;
        Best = std::move(New);
      }
    }
  return Best;
}

static bool prove(const Form &P, const System &S, unsigned Steps,
                  unsigned &Tries) {
  if (P.isBroken() || ++Tries > MostTries)
    return false;
  if (S.boundsOf(P).Low >= 0)
    return true;
  if (Steps == 0)
    return false;
  for (const auto &[L, B] : S.constraints()) {
    map::Steps::take();
    for (bool IsUpper : {true, false}) {
      if (IsUpper ? !B.hasHigh() : !B.hasLow())
        continue;
      // Q = High - L or L - Low
      for (const Form::Part &X : L.parts()) {
        Int Mine = P.factor(X.Of), Its = IsUpper ? -X.Factor : X.Factor;
        if (Mine == 0 || (Mine < 0) != (Its < 0) || Mine % Its != 0)
          continue;
        // What is worth taking away is what may make P negative.
        Form Part = P.only([&](const Form::Part &Y) { return Y.Of == X.Of; });
        if (S.boundsOf(Part).Low >= 0)
          continue;
        Int Times = Mine / Its;
        Form Q =
            IsUpper ? Form::constant(B.High) - L : L - Form::constant(B.Low);
        if (prove(Form(P).add(Q, -Times), S, Steps - 1, Tries))
          return true;
        break;
      }
    }
  }
  return false;
}

bool isNeverNegative(const Form &Whole, const System &S) {
  Form P = S.current(Whole);
  unsigned Tries = 0;
  if (prove(P, S, MostSteps, Tries))
    return true;
  // Once more, where indices have given way to their dimensions: -P <= 0.
  Form Negated = P.scaled(-1);
  if (numIndexProducts(Negated, S) == 0)
    return false;
  std::vector<Below> Facts = bounded(S);
  bool IsOther = false;
  for (unsigned I = 0; I != MostIndices && !Negated.isBroken(); ++I) {
    std::optional<Form> Above = atFewer(Negated, Facts, S);
    if (!Above)
      break;
    Negated = std::move(*Above);
    IsOther = true;
  }
  Tries = 0;
  return IsOther && prove(Negated.scaled(-1), S, MostSteps, Tries);
}

} // namespace racemap::algebra
