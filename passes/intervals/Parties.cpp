// Parties - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/intervals/Parties.h"
#include "passes/map/Traversal.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::intervals {

using namespace map;

bool includesAll(const Barrier *B) {
  if (B->Count || B->ThePart != Barrier::Part::Whole)
    return false;
  const auto *Mask = llvm::dyn_cast_or_null<Constant>(B->Mask);
  return !B->Mask || (Mask && Mask->value() == 0xffffffffu);
}

bool isOfThread(const Term *T) {
  return !anyNode(T, [](const Term *X) {
    const auto *V = llvm::dyn_cast<Variable>(X);
    return llvm::isa<Unknown>(X) || (V && V->role() == Variable::Role::Loop);
  });
}

Parties::Parties(const Protocol &P, const Environment &Launch) {
  for (const Barrier *B : P.barriers()) {
    if (includesAll(B) || !B->Mask || !isOfThread(B->Mask))
      continue;
    Party New;
    New.Mask = Launch(B->Mask);
    if (const Party *Its = add(New))
      Of[B] = Its;
  }
}

/// Null if there are too many.
const Party *Parties::add(Party New) {
  for (const Party &X : All)
    if (X.Mask == New.Mask && X.Member == New.Member)
      return &X;
  if (All.size() == Most)
    return nullptr;
  New.Number = All.size();
  All.push_back(New);
  return &All.back();
}

} // namespace racemap::intervals
