// Entailment - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Entailment.h"
#include "passes/algebra/Dimensions.h"
#include "passes/map/Steps.h"
#include <map>

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

namespace {
/// The constraints by what is in them.
class Proof {
public:
  explicit Proof(const System &S) : S(S) {}
  bool isNeverNegative(const Form &P);

private:
  using Constraint = std::pair<const Form, Bounds>;

  llvm::ArrayRef<const Constraint *> with(Monomial M);
  bool prove(const Form &P, unsigned Steps, unsigned &Tries);
  bool proveAtDimensions(const Form &P, const std::vector<Below> &Facts,
                         unsigned &Ways);

  const System &S;
  std::map<Monomial, std::vector<const Constraint *>> ByPart;
};
} // namespace

llvm::ArrayRef<const Proof::Constraint *> Proof::with(Monomial M) {
  if (ByPart.empty())
    for (const Constraint &C : S.constraints())
      for (const Form::Part &X : C.first.parts()) {
        map::Steps::take();
        ByPart[X.Of].push_back(&C);
      }
  if (auto Its = ByPart.find(M); Its != ByPart.end())
    return Its->second;
  return {};
}

/// Takes away one part after the other with a constraint that has it, by any
/// that has. A small one that no constraint has may be outweighed once others
/// are gone.
bool Proof::prove(const Form &P, unsigned Steps, unsigned &Tries) {
  if (P.isBroken() || ++Tries > MostTries)
    return false;
  if (S.boundsOf(P).Low >= 0)
    return true;
  if (Steps == 0)
    return false;
  for (const auto &[Least, X] : negativeParts(P, S)) {
    bool HasFact = false;
    for (const Constraint *Its : with(X.Of)) {
      map::Steps::take();
      const auto &[L, B] = *Its;
      Int Factor = L.factor(X.Of);
      bool IsUpper = (Factor < 0) != (X.Factor < 0);
      if (X.Factor % Factor != 0 || !(IsUpper ? B.hasHigh() : B.hasLow()))
        continue;
      HasFact = true;
      Int Times = IsUpper ? -X.Factor / Factor : X.Factor / Factor;
      if (prove(Form(P).add(slack(L, B, IsUpper), -Times), Steps - 1, Tries))
        return true;
    }
    if (HasFact || Least < -MostOutweighed)
      return false;
  }
  return false;
}

/// Is P at most 0, as it is if indices in its products are at their dimensions?
/// First where most products go away.
bool Proof::proveAtDimensions(const Form &P, const std::vector<Below> &Facts,
                              unsigned &Ways) {
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
    if (prove(At.scaled(-1), MostSteps, Tries) ||
        proveAtDimensions(At, Facts, Ways))
      return true;
  }
  return false;
}

bool Proof::isNeverNegative(const Form &P) {
  unsigned Tries = 0;
  if (prove(P, MostSteps, Tries))
    return true;
  Form Negated = P.scaled(-1);
  unsigned Ways = 0;
  return numIndexProducts(Negated, S) != 0 &&
         proveAtDimensions(Negated, bounded(S), Ways);
}

bool isNeverNegative(const Form &P, const System &S) {
  return Proof(S).isNeverNegative(S.current(P));
}

} // namespace racemap::algebra
