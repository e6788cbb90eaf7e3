// Replacement - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Replacement.h"
#include "passes/map/Steps.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::map {

const Term *Replacement::operator()(const Term *T) {
  if (llvm::isa<Constant>(T))
    return T;
  if (auto Found = Done.find(T); Found != Done.end())
    return Found->second;
  const Term *New = rebuilt(T);
  Done[T] = New;
  return New;
}

const Term *Replacement::rebuilt(const Term *T) {
  Steps::take();
  auto Named = [&](const Term *X) {
    const Term *New = Map ? Map(X) : nullptr;
    assert((!New || New->width() == X->width()) && "widths must agree");
    return New ? New : X;
  };
  if (llvm::isa<Variable>(T))
    return Named(T);
  llvm::SmallVector<const Term *, 3> Operands;
  for (const Term *X : T->operands())
    Operands.push_back((*this)(X));
  if (const auto *U = llvm::dyn_cast<Unknown>(T))
    return Named(Terms.rebuild(U, Operands, U->copy()));
  if (llvm::ArrayRef<const Term *>(Operands) == T->operands())
    return T;
  const auto *O = llvm::cast<Operation>(T);
  return Terms.rebuild(O, Operands, O->promises());
}

} // namespace racemap::map
