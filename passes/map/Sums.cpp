// Sums - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Sums.h"

namespace racemap::map {

using llvm::dyn_cast;
using llvm::isa;

/// T as a term and the numbers that are added to it.
static std::pair<const Term *, uint64_t> apart(const Term *T) {
  uint64_t Sum = 0;
  while (isOp(T, Op::Add) && isa<Constant>(T->operand(1))) {
    Sum += llvm::cast<Constant>(T->operand(1))->value();
    T = T->operand(0);
  }
  return {T, Sum};
}

const Constant *distance(TermContext &Terms, const Term *A, const Term *B) {
  auto [X, ByA] = apart(A);
  auto [Y, ByB] = apart(B);
  if (X != Y)
    return nullptr;
  return llvm::cast<Constant>(Terms.constant(A->width(), ByA - ByB));
}

const Term *cutSum(TermContext &Terms, const Term *T, unsigned Width,
                   unsigned MostDepth) {
  if (const auto *C = dyn_cast<Constant>(T))
    return Terms.constant(Width, C->value());
  if (isOp(T, Op::ZExt) || isOp(T, Op::SExt))
    return T->operand(0)->width() == Width ? T->operand(0) : nullptr;
  if (MostDepth == 0 || (!isOp(T, Op::Add) && !isOp(T, Op::Sub)))
    return nullptr;
  const Term *A = cutSum(Terms, T->operand(0), Width, MostDepth - 1);
  const Term *B =
      A ? cutSum(Terms, T->operand(1), Width, MostDepth - 1) : nullptr;
  return B ? Terms.make(llvm::cast<Operation>(T)->op(), {A, B}) : nullptr;
}

} // namespace racemap::map
