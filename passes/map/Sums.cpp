// Sums - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Sums.h"
#include "passes/map/Magnitude.h"

namespace racemap::map {

using llvm::dyn_cast;
using llvm::isa;

static uint8_t promises(const Term *T) {
  return llvm::cast<Operation>(T)->promises();
}

/// T as a term and the numbers that are added to it. A promise that is made on
/// the way excludes runs: it stays.
static std::pair<const Term *, uint64_t> apart(const Term *T) {
  uint64_t Sum = 0;
  while (isOp(T, Op::Add) && isa<Constant>(T->operand(1)) && !promises(T)) {
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
  // 2^6 parts of so many bits never leave the wider type: a promise that they
  // do not, as signed numbers, says nothing.
  bool HasRoom = T->width() >= Width + 8;
  if (const auto *C = dyn_cast<Constant>(T))
    return HasRoom && magnitude(C) >> Width == 0
               ? Terms.constant(Width, C->value())
               : nullptr;
  if (isOp(T, Op::ZExt) || isOp(T, Op::SExt))
    return T->operand(0)->width() == Width ? T->operand(0) : nullptr;
  if (MostDepth == 0 || (!isOp(T, Op::Add) && !isOp(T, Op::Sub)) || !HasRoom ||
      (promises(T) & NoUnsignedWrap))
    return nullptr;
  const Term *A = cutSum(Terms, T->operand(0), Width, MostDepth - 1);
  const Term *B =
      A ? cutSum(Terms, T->operand(1), Width, MostDepth - 1) : nullptr;
  return B ? Terms.make(llvm::cast<Operation>(T)->op(), {A, B}) : nullptr;
}

} // namespace racemap::map
