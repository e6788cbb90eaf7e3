// PromiseRewriter - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/PromiseRewriter.h"
#include "passes/map/Steps.h"

namespace racemap::map {

const Term *PromiseRewriter::operator()(const Term *T) {
  if (T->operands().empty())
    return T;
  if (const Term *New = Done.lookup(T))
    return New;
  Steps::take();
  llvm::SmallVector<const Term *, 3> Operands;
  for (const Term *X : T->operands())
    Operands.push_back((*this)(X));
  const auto *U = llvm::dyn_cast<Unknown>(T);
  const Term *New = U ? Terms.rebuild(U, Operands, U->copy())
                      : Terms.rebuild(llvm::cast<Operation>(T), Operands,
                                      Of(llvm::cast<Operation>(T)));
  return Done[T] = New;
}

} // namespace racemap::map
