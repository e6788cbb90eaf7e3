// Entailment - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Entailment.h"
#include "passes/map/Steps.h"

namespace racemap::algebra {

/// How deep, and how much in all.
static constexpr unsigned MostSteps = 3, MostTries = 100;

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

bool isNeverNegative(const Form &P, const System &S) {
  unsigned Tries = 0;
  return prove(S.current(P), S, MostSteps, Tries);
}

} // namespace racemap::algebra
