// Digits - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Digits.h"
#include <set>

namespace racemap::algebra {

static void split(const Form &F, const Bounds &B, Int G, System &S) {
  auto IsMultiple = [&](const Form::Part &P) { return P.Factor % G == 0; };
  Form A = F.only(IsMultiple).dividedBy(G);
  Form Rest = F.only([&](const Form::Part &P) { return !IsMultiple(P); });
  Bounds Digit = (B - S.boundsOf(Rest)).dividedBy(G);
  S.within(A, Digit);
  if (Digit.isPoint() && !Rest.parts().empty())
    S.within(Rest, B + -Bounds{Digit.Low * G, Digit.Low * G});
}

void splitDigits(System &S) {
  auto Before = S.constraints();
  for (const auto &[F, B] : Before) {
    if (S.isDone())
      return;
    if (!B.isNarrow())
      continue;
    std::set<Int> Factors;
    for (const Form::Part &P : F.parts())
      Factors.insert(P.Factor < 0 ? -P.Factor : P.Factor);
    Factors.erase(1);
    for (auto G = Factors.rbegin(); G != Factors.rend(); ++G)
      split(F, B, *G, S);
  }
}

} // namespace racemap::algebra
