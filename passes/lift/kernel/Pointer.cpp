// Pointer - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/kernel/Pointer.h"

namespace racemap::lift {

using namespace llvm;

Pointer choose(map::TermContext &Terms, const map::Term *C, const Pointer &A,
               const Pointer &B) {
  if (C == Terms.yes())
    return A;
  if (C == Terms.no())
    return B;
  Pointer Result;
  for (const Target &T : A) {
    Result.push_back(T);
    Result.back().Condition = Terms.logicalAnd(C, T.Condition);
  }
  for (const Target &T : B) {
    const map::Term *Else = Terms.logicalAnd(Terms.logicalNot(C), T.Condition);
    auto *Same = find_if(
        Result, [&](const Target &Other) { return Other.isSamePlace(T); });
    if (Same == Result.end()) {
      Result.push_back(T);
      Result.back().Condition = Else;
      continue;
    }
    Same->Offset = Terms.ite(C, Same->Offset, T.Offset);
    Same->Condition = Terms.logicalOr(Same->Condition, Else);
  }
  if (Result.size() != 1)
    return Result;
  // One place, whichever it is. Only a mapped one may be none at all.
  Target &Its = Result[0];
  if (Its.Base.TheKind != Root::Kind::Memory || !Its.Base.TheArray->Distributed)
    Its.Condition = Terms.yes();
  else if (A.size() == 1 && B.size() == 1 && A[0].Condition == B[0].Condition)
    Its.Condition = A[0].Condition;
  return Result;
}

} // namespace racemap::lift
