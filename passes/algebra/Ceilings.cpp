// Ceilings - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/algebra/Ceilings.h"
#include "passes/algebra/System.h"

namespace racemap::algebra {

void Ceilings::learn(const Form &F) {
  if (F.isBroken())
    return;
  // A sum of what is never negative: no part of it is above the sum.
  auto IsSubtracted = [&](const Form::Part &P) {
    return P.Factor < 0 && !mayBeNegative(P.Of, Atoms);
  };
  bool IsSum = llvm::all_of(F.parts(), IsSubtracted);
  for (const Form::Part &P : F.parts()) {
    bool IsMost = F.parts().size() == 1 ? P.Factor < 0 : IsSum;
    if (!IsMost || P.Of.isAtom())
      continue;
    Int Most = divideDown(F.constant(), -P.Factor);
    auto [Its, IsNew] = Products.try_emplace(P.Of, Most);
    Its->second = std::min(Its->second, Most);
  }
  for (const Form::Part &P : F.parts()) {
    bool IsBelow =
        P.Factor == -1 && P.Of.isAtom() && isIndex(Atoms[P.Of.atom()]);
    if (IsBelow && Facts.size() < MostFacts)
      Facts.push_back({P.Of.atom(), F});
  }
}

Int Ceilings::byParts(const Form &F) const {
  if (F.isBroken())
    return Infinity;
  Bounds Sum{F.constant(), F.constant()};
  for (const Form::Part &P : F.parts()) {
    Bounds Its = boundsOf({P.Of, 1}, [&](AtomId A) { return Atoms[A].Within; });
    if (auto Known = Products.find(P.Of); Known != Products.end())
      Its.High = std::min(Its.High, Known->second);
    Sum = Sum + Its * Bounds{P.Factor, P.Factor};
  }
  return Sum.High;
}

Int Ceilings::above(Form F) const {
  Int Best = byParts(F);
  auto Improve = [&] {
    for (const Below &B : Facts)
      for (const Form::Part &P : F.parts()) {
        std::optional<Form> Other = atDimension(F, P, B, Atoms);
        if (!Other)
          continue;
        if (Int New = byParts(*Other); New < Best) {
          Best = New;
          F = std::move(*Other);
          return true;
        }
      }
    return false;
  };
  for (size_t Steps = 0; Steps != MostSteps && Improve();)
    ++Steps;
  return Best;
}

} // namespace racemap::algebra
