// KnownValue - arithmetic on sums of asm operands.
//
// Addition modulo 2^n commutes with truncation to n bits or fewer, so a sum
// stays a sum as long as nothing wider is done to a narrow one. Where that
// does not hold, the result is Unknown and keeps its dependencies.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ptx/KnownValue.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace racemap::ptx {

KnownValue KnownValue::constant(int64_t Value) {
  KnownValue V;
  V.K = Kind::Sum;
  V.Constant = Value;
  return V;
}

KnownValue KnownValue::operand(unsigned Index) {
  KnownValue V;
  V.K = Kind::Sum;
  V.Operands = {Index};
  V.DependsOnOperands = {Index};
  return V;
}

KnownValue KnownValue::special(SpecialRegister Register) {
  KnownValue V;
  V.K = Kind::Sum;
  V.Special = Register;
  V.DependsOnMore = true;
  return V;
}

KnownValue KnownValue::symbol(StringRef Name) {
  KnownValue V;
  V.K = Kind::Sum;
  V.Symbol = Name.str();
  V.DependsOnMore = true;
  return V;
}

KnownValue KnownValue::loaded(unsigned Instruction, unsigned Element) {
  KnownValue V;
  V.K = Kind::Loaded;
  V.Instruction = Instruction;
  V.Element = Element;
  V.DependsOnReads = {Instruction};
  return V;
}

bool KnownValue::isConstant() const {
  return isSum() && Operands.empty() && !Special && Symbol.empty();
}

bool KnownValue::isOperand(unsigned Index) const {
  return isSum() && Operands.size() == 1 && Operands.front() == Index &&
         !Special && Symbol.empty() && Constant == 0 && !From;
}

template <class Set> static void insertAll(Set &Into, ArrayRef<unsigned> From) {
  for (unsigned Element : From) {
    auto Place = lower_bound(Into, Element);
    if (Place == Into.end() || *Place != Element)
      Into.insert(Place, Element);
  }
}

void KnownValue::dependOn(const KnownValue &Other) {
  insertAll(DependsOnOperands, Other.DependsOnOperands);
  insertAll(DependsOnReads, Other.DependsOnReads);
  DependsOnMore |= Other.DependsOnMore;
}

KnownValue KnownValue::forgotten() const {
  KnownValue V;
  V.dependOn(*this);
  return V;
}

bool KnownValue::operator==(const KnownValue &Other) const {
  return K == Other.K && Operands == Other.Operands &&
         Special == Other.Special && Symbol == Other.Symbol &&
         Constant == Other.Constant && Bits == Other.Bits &&
         From == Other.From && To == Other.To &&
         Instruction == Other.Instruction && Element == Other.Element;
}

/// Reduces V modulo 2^Bits. A pure constant is then an exact number again.
static void reduce(KnownValue &V, unsigned Bits) {
  uint64_t Constant = static_cast<uint64_t>(V.Constant);
  bool IsNumber = V.isConstant();
  V.Bits = IsNumber ? 64 : Bits;
  if (Bits < 64)
    V.Constant =
        IsNumber
            ? static_cast<int64_t>(Constant & maskTrailingOnes<uint64_t>(Bits))
            : SignExtend64(Constant, Bits);
}

/// How many bits of V are exact.
static unsigned exactBits(const KnownValue &V) {
  return V.isConstant() ? 64 : V.Bits;
}

static bool isInSharedWindow(const KnownValue &V) {
  return V.To == StateSpace::Shared || V.From == StateSpace::Shared;
}

static bool hasName(const KnownValue &V) {
  return V.Special || !V.Symbol.empty();
}

/// A register that is added to itself has twice as many summands each time.
static constexpr size_t MostSummands = 64;

/// Whether A + B can be written as one sum at all.
static bool canAdd(const KnownValue &A, const KnownValue &B, unsigned Bits,
                   bool InSharedWindow) {
  if (!A.isSum() || !B.isSum() || (hasName(A) && hasName(B)) ||
      (A.From && B.From) ||
      A.Operands.size() + B.Operands.size() > MostSummands)
    return false;
  bool IsExact = InSharedWindow || std::min(exactBits(A), exactBits(B)) >= Bits;
  // An index is added to an address in another space: its sign is lost if the
  // addition is narrower than that space's addresses.
  bool IsConverted = A.From || B.From;
  bool IsOffset = A.isConstant() || B.isConstant();
  return IsExact &&
         (!IsConverted || Bits == 64 || (InSharedWindow && IsOffset));
}

KnownValue add(const KnownValue &A, const KnownValue &B, unsigned Bits,
               bool InSharedWindow) {
  KnownValue Sum = A;
  Sum.dependOn(B);
  InSharedWindow |= isInSharedWindow(A) || isInSharedWindow(B);
  if (!canAdd(A, B, Bits, InSharedWindow))
    return Sum.forgotten();
  Sum.Operands.append(B.Operands);
  llvm::sort(Sum.Operands);
  if (B.Special)
    Sum.Special = B.Special;
  if (!B.Symbol.empty())
    Sum.Symbol = B.Symbol;
  if (B.From) {
    Sum.From = B.From;
    Sum.To = B.To;
  }
  uint64_t Constant =
      static_cast<uint64_t>(A.Constant) + static_cast<uint64_t>(B.Constant);
  Sum.Constant = Bits < 64 && !Sum.isConstant()
                     ? SignExtend64(Constant, Bits)
                     : static_cast<int64_t>(Constant);
  unsigned Exact = std::min(exactBits(A), exactBits(B));
  reduce(Sum, Sum.From ? Exact : std::min(Exact, Bits));
  return Sum;
}

KnownValue truncate(const KnownValue &A, unsigned Bits) {
  switch (A.K) {
  case KnownValue::Kind::Sum: {
    KnownValue Low = A;
    bool Fits = A.To == StateSpace::Shared && Bits >= 32;
    if (A.From)
      return Fits || Bits >= 64 ? A : A.forgotten();
    if (Bits < Low.Bits)
      reduce(Low, Bits);
    return Low;
  }
  case KnownValue::Kind::Loaded:
  case KnownValue::Kind::Unknown:
    return A.forgotten();
  }
  llvm_unreachable("every kind of value is handled");
}

KnownValue convert(const KnownValue &A, StateSpace From, StateSpace To) {
  bool IsNarrow = A.Bits < 64 && From != StateSpace::Shared;
  if (!A.isSum() || IsNarrow || (A.To && *A.To != From))
    return A.forgotten();
  KnownValue Place = A;
  if (!Place.From)
    Place.From = From;
  Place.To = To;
  return Place;
}

} // namespace racemap::ptx
