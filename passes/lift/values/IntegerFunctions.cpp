// IntegerFunctions - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/values/IntegerFunctions.h"
#include "passes/map/BitCount.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::lift {

using namespace llvm;
using map::bitsSet;
using map::Op;
using map::Term;
using map::TermContext;

namespace {

/// Terms of one width.
class Word {
public:
  Word(TermContext &T, unsigned Width) : T(T), Width(Width) {}
  const Term *number(uint64_t V) const { return T.constant(Width, V); }
  const Term *both(const Term *A, const Term *B) const {
    return T.make(Op::And, {A, B});
  }
  const Term *either(const Term *A, const Term *B) const {
    return T.make(Op::Or, {A, B});
  }
  const Term *left(const Term *A, uint64_t By) const {
    return T.make(Op::Shl, {A, number(By)});
  }
  const Term *right(const Term *A, uint64_t By) const {
    return T.make(Op::LShr, {A, number(By)});
  }
  const Term *complement(const Term *A) const {
    return T.make(Op::Xor, {A, number(~uint64_t(0))});
  }
  /// Ones in every other group of so many bits, beginning with the lowest.
  const Term *groups(unsigned Bits) const {
    uint64_t Mask = 0;
    for (unsigned At = 0; At < Width; At += 2 * Bits)
      Mask |= maskTrailingOnes<uint64_t>(Bits) << At;
    return number(Mask);
  }
  const Term *swapGroups(const Term *A, unsigned Bits) const {
    const Term *Lower = groups(Bits);
    return either(left(both(A, Lower), Bits), both(right(A, Bits), Lower));
  }

private:
  TermContext &T;
  unsigned Width;
};

} // namespace

bool hasWholeBytes(const Term *A) {
  return isPowerOf2_32(A->width()) && A->width() >= 8;
}

const Term *leadingZeros(TermContext &T, const Term *A) {
  Word W(T, A->width());
  for (unsigned By = 1; By < A->width(); By *= 2)
    A = W.either(A, W.right(A, By));
  return bitsSet(T, W.complement(A));
}

const Term *trailingZeros(TermContext &T, const Term *A) {
  Word W(T, A->width());
  // Those below the lowest one.
  return bitsSet(T, W.both(W.complement(A), T.sub(A, W.number(1))));
}

const Term *reversedBits(TermContext &T, const Term *A) {
  Word W(T, A->width());
  for (unsigned Bits = 1; Bits < A->width(); Bits *= 2)
    A = W.swapGroups(A, Bits);
  return A;
}

const Term *reversedBytes(TermContext &T, const Term *A) {
  Word W(T, A->width());
  for (unsigned Bits = 8; Bits < A->width(); Bits *= 2)
    A = W.swapGroups(A, Bits);
  return A;
}

static const Term *ofOne(TermContext &T, StringRef Name, const Term *A) {
  const Term *Zero = T.constant(A->width(), 0);
  if (Name == "abs" || Name == "llabs")
    return T.ite(T.slt(A, Zero), T.sub(Zero, A), A);
  if (!hasWholeBytes(A))
    return nullptr;
  if (Name == "brev" || Name == "brevll")
    return reversedBits(T, A);
  const Term *Count = nullptr; // an int, whatever the operand is
  if (Name == "popc" || Name == "popcll")
    Count = bitsSet(T, A);
  if (Name == "clz" || Name == "clzll")
    Count = leadingZeros(T, A);
  if (Name == "ffs" || Name == "ffsll")
    Count = T.ite(T.eq(A, Zero), Zero,
                  T.add(trailingZeros(T, A), T.constant(A->width(), 1)));
  return Count ? T.resizeUnsigned(Count, 32) : nullptr;
}

/// The operand, which the source promises to fit in 24 bits.
static const Term *low24(TermContext &T, const Term *A, bool Unsigned) {
  const Term *Low = T.cast(Op::Trunc, A, 24,
                           Unsigned ? map::NoUnsignedWrap : map::NoSignedWrap);
  return T.cast(Unsigned ? Op::ZExt : Op::SExt, Low, 32);
}

/// A and B combined in the double width, where nothing is lost, and the sum or
/// product shifted right.
static const Term *inDoubleWidth(TermContext &T, Op O, const Term *A,
                                 const Term *B, bool Unsigned, unsigned Plus,
                                 unsigned Shift) {
  unsigned Width = A->width(), Twice = 2 * Width;
  if (Twice > 64)
    return nullptr;
  Op Extend = Unsigned ? Op::ZExt : Op::SExt;
  const Term *Whole =
      T.make(O, {T.cast(Extend, A, Twice), T.cast(Extend, B, Twice)});
  Whole = T.add(Whole, T.constant(Twice, Plus));
  return T.cast(
      Op::Trunc,
      T.make(Unsigned ? Op::LShr : Op::AShr, {Whole, T.constant(Twice, Shift)}),
      Width);
}

static const Term *ofTwo(TermContext &T, StringRef Name, const Term *A,
                         const Term *B) {
  bool Unsigned = Name.starts_with("u");
  unsigned Width = A->width();
  const Term *Less = Unsigned ? T.ult(A, B) : T.slt(A, B);
  StringRef Plain = Name;
  if (Unsigned)
    Plain = Plain.drop_front();
  if (Plain == "min" || Plain == "llmin")
    return T.ite(Less, A, B);
  if (Plain == "max" || Plain == "llmax")
    return T.ite(Less, B, A);
  if (Plain == "mul24")
    return T.mul(low24(T, A, Unsigned), low24(T, B, Unsigned));
  if (Plain == "mulhi")
    return inDoubleWidth(T, Op::Mul, A, B, Unsigned, 0, Width);
  if (Plain == "hadd")
    return inDoubleWidth(T, Op::Add, A, B, Unsigned, 0, 1);
  if (Plain == "rhadd")
    return inDoubleWidth(T, Op::Add, A, B, Unsigned, 1, 1);
  return nullptr;
}

const Term *libdeviceTerm(TermContext &T, StringRef Name,
                          ArrayRef<const Term *> A) {
  if (A.size() == 1)
    return ofOne(T, Name, A[0]);
  if (A.size() == 2 && A[0]->width() == A[1]->width())
    return ofTwo(T, Name, A[0], A[1]);
  bool Unsigned = Name == "usad"; // |a - b| + c
  if (A.size() == 3 && (Unsigned || Name == "sad")) {
    const Term *Less = Unsigned ? T.ult(A[0], A[1]) : T.slt(A[0], A[1]);
    return T.add(T.ite(Less, T.sub(A[1], A[0]), T.sub(A[0], A[1])), A[2]);
  }
  return nullptr;
}

} // namespace racemap::lift
