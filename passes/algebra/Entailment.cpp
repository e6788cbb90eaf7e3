// Entailment - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Entailment.h"
#include "passes/algebra/Dimensions.h"
#include "passes/map/Steps.h"

namespace racemap::algebra {

/// How deep, and how much in all.
static constexpr unsigned MostSteps = 3, MostTries = 100;
/// A part that may be so far below all others and that no constraint has stays
/// what P is negative by.
static constexpr Int MostOutweighed = 1 << 16;
/// So often something is tried with dimensions in the place of indices.
static constexpr unsigned MostWays = 12;

/// What a constraint Low <= L <= High says is at least 0.
static Form slack(const Form &L, const Bounds &B, bool IsUpper) {
  return IsUpper ? Form::constant(B.High) - L : L - Form::constant(B.Low);
}

/// What the constraints say indices are below.
static std::vector<Below> bounded(const System &S) {
  std::vector<Below> Facts;
  for (const auto &[L, B] : S.constraints())
    for (const Form::Part &X : L.parts()) {
      map::Steps::take();
      if (!X.Of.isAtom() || !isIndex(S.atoms()[X.Of.atom()]))
        continue;
      if (X.Factor == 1 ? B.hasHigh() : X.Factor == -1 && B.hasLow())
        Facts.push_back({X.Of.atom(), slack(L, B, X.Factor == 1)});
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

/// The parts of P that may be negative, first what may be the least.
static std::vector<std::pair<Int, Form::Part>> negativeParts(const Form &P,
                                                             const System &S) {
  std::vector<std::pair<Int, Form::Part>> Parts;
  for (const Form::Part &X : P.parts()) {
    Form Alone = P.only([&](const Form::Part &Y) { return Y.Of == X.Of; });
    if (Int Least = S.boundsOf(Alone).Low; Least < 0)
      Parts.push_back({Least, X});
  }
  llvm::sort(Parts);
  return Parts;
}

/// Takes away one part after the other with a constraint that has it, by any
/// that has. A small one that no constraint has may be outweighed once others
/// are gone.
static bool prove(const Form &P, const System &S, unsigned Steps,
                  unsigned &Tries) {
  if (P.isBroken() || ++Tries > MostTries)
    return false;
  if (S.boundsOf(P).Low >= 0)
    return true;
  if (Steps == 0)
    return false;
  for (const auto &[Least, X] : negativeParts(P, S)) {
    bool HasFact = false;
    for (const auto &[L, B] : S.constraints()) {
      map::Steps::take();
      Int Its = L.factor(X.Of);
      bool IsUpper = (Its < 0) != (X.Factor < 0);
      if (Its == 0 || X.Factor % Its != 0 ||
          !(IsUpper ? B.hasHigh() : B.hasLow()))
        continue;
      HasFact = true;
      Int Times = IsUpper ? -X.Factor / Its : X.Factor / Its;
      if (prove(Form(P).add(slack(L, B, IsUpper), -Times), S, Steps - 1, Tries))
        return true;
    }
    if (HasFact || Least < -MostOutweighed)
      return false;
  }
  return false;
}

/// Is P at most 0, as it is if indices in its products are at their dimensions?
/// First where most products go away.
static bool proveAtDimensions(const Form &P, const std::vector<Below> &Facts,
                              const System &S, unsigned &Ways) {
  std::vector<std::pair<size_t, Form>> Fewer;
  size_t Before = numIndexProducts(P, S);
  for (const Form::Part &X : P.parts())
    for (const Below &B : Facts) {
      if (X.Of.isAtom())
        break;
      std::optional<Form> At = atDimension(P, X, B, S.atoms());
      if (!At)
        continue;
      if (size_t Left = numIndexProducts(*At, S); Left < Before)
        Fewer.push_back({Left, std::move(*At)});
    }
  llvm::sort(Fewer);
  for (const auto &[Left, At] : Fewer) {
    if (++Ways > MostWays)
      return false;
    unsigned Tries = 0;
    if (prove(At.scaled(-1), S, MostSteps, Tries) ||
        proveAtDimensions(At, Facts, S, Ways))
      return true;
  }
  return false;
}

bool isNeverNegative(const Form &Whole, const System &S) {
  Form P = S.current(Whole);
  unsigned Tries = 0;
  if (prove(P, S, MostSteps, Tries))
    return true;
  Form Negated = P.scaled(-1);
  if (numIndexProducts(Negated, S) == 0)
    return false;
  unsigned Ways = 0;
  return proveAtDimensions(Negated, bounded(S), S, Ways);
}

} // namespace racemap::algebra
