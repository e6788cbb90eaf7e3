// Subscript - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Subscript.h"
#include "passes/map/Syntax.h"

namespace racemap::map {

static bool isSignedExact(const Term *T, Op O) {
  const auto *X = llvm::dyn_cast<Operation>(T);
  return X && X->op() == O && X->promises() == NoSignedWrap;
}

static Subscript index(const Term *Index, uint64_t Stride) {
  return {isOp(Index, Op::SExt) ? Index->operand(0) : Index, 0, Stride};
}

static std::optional<Subscript> part(const Term *T, unsigned ElementSize) {
  int64_t Size = ElementSize;
  if (const auto *C = llvm::dyn_cast<Constant>(T)) {
    if (C->signedValue() % Size)
      return std::nullopt;
    return Subscript{nullptr, C->signedValue() / Size, 1};
  }
  if (isSignedExact(T, Op::Mul))
    if (const auto *C = llvm::dyn_cast<Constant>(T->operand(1)))
      if (C->signedValue() > 0 && C->signedValue() % Size == 0)
        return index(T->operand(0), C->value() / ElementSize);
  if (ElementSize == 1)
    return index(T, 1);
  return std::nullopt;
}

Subscripts subscripts(const Term *Offset, unsigned ElementSize) {
  if (ElementSize == 0)
    return {};
  llvm::SmallVector<const Term *, 4> Parts;
  for (; isSignedExact(Offset, Op::Add); Offset = Offset->operand(0))
    Parts.push_back(Offset->operand(1));
  Parts.push_back(Offset);
  Subscripts Result;
  for (const Term *T : llvm::reverse(Parts)) {
    auto Next = part(T, ElementSize);
    if (!Next)
      return {};
    Result.push_back(*Next);
  }
  return Result;
}

const Term *offsetOf(TermContext &Terms, llvm::ArrayRef<Subscript> Indices,
                     unsigned ElementSize) {
  const Term *Sum = nullptr;
  for (const Subscript &S : Indices) {
    const Term *Index = S.Index ? Terms.resizeSigned(S.Index, 64)
                                : Terms.constant(64, S.Literal);
    const Term *Bytes = Terms.constant(64, S.Stride * ElementSize);
    const Term *Part = Terms.mul(Index, Bytes, NoSignedWrap);
    Sum = Sum ? Terms.add(Sum, Part, NoSignedWrap) : Part;
  }
  return Sum;
}

} // namespace racemap::map
