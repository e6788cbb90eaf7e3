// Divider - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Divider.h"
#include "passes/algebra/System.h"

namespace racemap::algebra {

static constexpr size_t MostLearned = 100;

AtomId Divider::newAtom(Bounds Within, Rank R) {
  P.Atoms.push_back({Within, R});
  return static_cast<AtomId>(P.Atoms.size() - 1);
}

Form Divider::current(Form F) const {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Form::Part &Part : F.parts()) {
      for (Monomial M = Part.Of; !M.isOne() && !Changed; M = M.rest())
        if (auto Its = Cut.find(M.atom()); Its != Cut.end()) {
          F = F.with(Its->first, Its->second);
          Changed = true;
        }
      if (Changed)
        break;
    }
  }
  return F;
}

Bounds Divider::boundsOf(const Form &F) const {
  return algebra::boundsOf(F, [&](AtomId A) { return P.Atoms[A].Within; });
}

void Divider::learn(const Form &F) {
  if (F.isBroken() || Learned.size() >= MostLearned)
    return;
  Learned.push_back(F);
  OfLearned.reset();
}

const Ceilings &Divider::ceilings() {
  if (!OfLearned) {
    OfLearned.emplace(P.Atoms);
    for (const Form &F : Learned)
      OfLearned->learn(current(F));
  }
  return *OfLearned;
}

void Divider::learnZero(const Form &Zero) {
  Form F = current(Zero);
  if (F.isBroken() || F.parts().size() != 1 || !F.parts()[0].Of.isAtom())
    return;
  AtomId A = F.parts()[0].Of.atom();
  Int Factor = F.parts()[0].Factor, Its = -F.constant() / Factor;
  Bounds Within = P.Atoms[A].Within;
  if (Its * Factor == -F.constant() && Within.Low <= Its && Its <= Within.High)
    define(Form::atom(A), Form::constant(Its));
}

std::optional<Divided> Divider::divide(const Form &Whole, Int By) {
  Form F = current(Whole);
  if (F.isBroken() || P.Atoms.size() > MostAtoms)
    return std::nullopt;
  // Coefficients are cut towards zero, the constant downwards.
  Form Multiple = Form::constant(divideDown(F.constant(), By));
  for (const Form::Part &Part : F.parts())
    Multiple.add(F.only([&](const Form::Part &X) {
                    return X.Of == Part.Of;
                  }).dividedBy(Part.Factor),
                 Part.Factor / By);
  auto D = rest(F - Multiple.scaled(By), By);
  if (D)
    D->Quotient.add(Multiple);
  return D;
}

std::optional<Divided> Divider::rest(const Form &G, Int By) {
  if (G.isBroken())
    return std::nullopt;
  Bounds Within = boundsOf(G);
  if (Within.High - Within.Low >= By)
    Within.High = std::min(Within.High, ceilings().above(G));
  Bounds Quotient{Within.hasLow() ? divideDown(Within.Low, By) : -Infinity,
                  Within.hasHigh() ? divideDown(Within.High, By) : Infinity};
  if (Quotient.isPoint())
    return Divided{Form::constant(Quotient.Low),
                   G - Form::constant(Quotient.Low * By)};
  if (auto D = byDigit(G, By))
    return D;
  if (auto Its = Known.find({G, By}); Its != Known.end())
    return Divided{current(Its->second.Quotient),
                   current(Its->second.Remainder)};
  AtomId Q = newAtom(Quotient, Rank::Value);
  AtomId R = newAtom({0, By - 1}, Rank::Remainder);
  Divided D{Form::atom(Q), Form::atom(R)};
  define(G, D.Quotient.scaled(By) + D.Remainder);
  Known.insert({{G, By}, D});
  return D;
}

void Divider::define(const Form &Whole, const Form &Parts) {
  assert(!Whole.isBroken() && !Parts.isBroken() && "nothing is known of them");
  bool IsAtom = Whole.parts().size() == 1 && Whole.constant() == 0 &&
                Whole.parts()[0].Of.isAtom() && Whole.parts()[0].Factor == 1;
  AtomId X = IsAtom ? Whole.parts()[0].Of.atom() : 0;
  if (!IsAtom || Parts.mentions(X))
    return P.Divisions.push_back(Whole - Parts);
  P.Cuts.push_back({X, Whole - Parts});
  Cut[X] = Parts;
  OfLearned.reset();
}

std::optional<Divided> Divider::byDigit(const Form &G, Int By) {
  for (const Form::Part &Part : G.parts()) {
    Int Digit = Part.Factor < 0 ? -Part.Factor : Part.Factor;
    if (Digit == 1 || By % Digit != 0 || Digit == By)
      continue;
    Form Upper =
        G.only([&](const Form::Part &X) { return X.Factor % Digit == 0; });
    Upper.add(Form::constant(divideDown(G.constant(), Digit) * Digit));
    Form Lower = G - Upper;
    Bounds Within = boundsOf(Lower);
    if (Within.Low < 0 || Within.High >= Digit)
      continue;
    auto D = divide(Upper.dividedBy(Digit), By / Digit);
    if (!D)
      return std::nullopt;
    return Divided{D->Quotient, D->Remainder.scaled(Digit) + Lower};
  }
  return std::nullopt;
}

} // namespace racemap::algebra
