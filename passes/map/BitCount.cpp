// BitCount - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/BitCount.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

/// Ones in every other group of so many bits, beginning with the lowest.
static uint64_t groups(unsigned Bits, unsigned Width) {
  uint64_t Mask = 0;
  for (unsigned At = 0; At < Width; At += 2 * Bits)
    Mask |= llvm::maskTrailingOnes<uint64_t>(Bits) << At;
  return Mask;
}

const Term *bitsSet(TermContext &T, const Term *A) {
  unsigned Width = A->width();
  for (unsigned Bits = 1; Bits < Width; Bits *= 2) {
    const Term *Lower = T.constant(Width, groups(Bits, Width));
    const Term *Upper = T.make(Op::LShr, {A, T.constant(Width, Bits)});
    A = T.add(T.make(Op::And, {A, Lower}), T.make(Op::And, {Upper, Lower}));
  }
  return A;
}

/// A of `A op Number`; null if T is none.
static const Term *operandOf(const Term *T, Op O, uint64_t Number) {
  if (!T || !isOp(T, O))
    return nullptr;
  const auto *C = llvm::dyn_cast<Constant>(T->operand(1));
  return C && C->value() == Number ? T->operand(0) : nullptr;
}

const Term *wordCounted(const Term *T) {
  unsigned Width = T->width();
  if (!llvm::isPowerOf2_32(Width) || Width < 8)
    return nullptr;
  for (unsigned Bits = Width / 2; T && Bits; Bits /= 2) {
    if (!isOp(T, Op::Add))
      return nullptr;
    uint64_t Mask = groups(Bits, Width);
    const Term *Lower = operandOf(T->operand(0), Op::And, Mask);
    const Term *Upper = operandOf(T->operand(1), Op::And, Mask);
    T = Lower && Lower == operandOf(Upper, Op::LShr, Bits) ? Lower : nullptr;
  }
  return T;
}

} // namespace racemap::map
