// GridProduct - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/GridProduct.h"
#include "llvm/ADT/STLExtras.h"

namespace racemap::map {

using llvm::cast;
using llvm::dyn_cast;

const Term *withoutCut(const Term *T) {
  if (!isOp(T, Op::ZExt) && !isOp(T, Op::SExt))
    return T;
  const auto *Cut = dyn_cast<Operation>(T->operand(0));
  uint8_t Fits = isOp(T, Op::ZExt) ? NoUnsignedWrap : NoSignedWrap;
  return Cut && Cut->op() == Op::Trunc && (Cut->promises() & Fits) &&
                 Cut->operand(0)->width() == T->width()
             ? Cut->operand(0)
             : T;
}

/// Is T the built-in of Group (0 threadIdx, 1 blockIdx, …) of dimension D?
static bool isBuiltin(const Term *T, unsigned Group, unsigned D) {
  const auto *V = dyn_cast<Variable>(withoutCut(T));
  return V && V->role() == Variable::Role::Builtin &&
         static_cast<unsigned>(V->builtin()) == 3 * Group + D;
}

static std::optional<unsigned> blockProduct(const Term *T) {
  if (!isOp(T, Op::Mul))
    return std::nullopt;
  for (unsigned D : {0u, 1u, 2u})
    for (unsigned I : {0u, 1u})
      if (isBuiltin(T->operand(I), 2, D) &&
          (isBuiltin(T->operand(1 - I), 1, D) ||
           isBuiltin(T->operand(1 - I), 3, D)))
        return D;
  return std::nullopt;
}

/// threadIdx.d + blockIdx.d * blockDim.d of one thread.
static bool isGlobalIndex(const Term *Product, const Term *Index, unsigned D) {
  if (!isBuiltin(Index, 0, D))
    return false;
  return llvm::any_of(Product->operands(), [&](const Term *X) {
    return isBuiltin(X, 1, D) && cast<Variable>(withoutCut(X))->copy() ==
                                     cast<Variable>(withoutCut(Index))->copy();
  });
}

std::optional<unsigned> gridProduct(const Term *T) {
  if (auto D = blockProduct(T))
    return D;
  if (!isOp(T, Op::Add))
    return std::nullopt;
  for (unsigned I : {0u, 1u})
    if (auto D = blockProduct(T->operand(I));
        D && isGlobalIndex(T->operand(I), T->operand(1 - I), *D))
      return D;
  return std::nullopt;
}

} // namespace racemap::map
