// Evaluate - see the header. SMT-LIB's meaning of each bit-vector operator.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/map/Evaluate.h"
#include "passes/map/Steps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

namespace racemap::map {

static uint64_t cut(uint64_t V, unsigned Width) {
  return V & llvm::maskTrailingOnes<uint64_t>(Width);
}

static int64_t asSigned(uint64_t V, unsigned Width) {
  return llvm::SignExtend64(V, Width);
}

/// Truncating division; by zero: all ones for a dividend >= 0, else 1.
static int64_t divideSigned(int64_t A, int64_t B) {
  if (B == 0)
    return A >= 0 ? -1 : 1;
  if (B == -1) // avoids the overflow of INT64_MIN / -1
    return static_cast<int64_t>(0 - static_cast<uint64_t>(A));
  return A / B;
}

static int64_t remainderSigned(int64_t A, int64_t B) {
  if (B == 0)
    return A;
  return B == -1 ? 0 : A % B;
}

uint64_t apply(Op O, unsigned Width, llvm::ArrayRef<uint64_t> Values,
               llvm::ArrayRef<unsigned> Widths) {
  uint64_t A = Values[0], B = Values.size() > 1 ? Values[1] : 0;
  unsigned From = Widths[0];
  int64_t SA = asSigned(A, From);
  int64_t SB = Values.size() > 1 ? asSigned(B, Widths[1]) : 0;
  switch (O) {
  case Op::Add:
    return cut(A + B, Width);
  case Op::Sub:
    return cut(A - B, Width);
  case Op::Mul:
    return cut(A * B, Width);
  case Op::UDiv:
    return cut(B == 0 ? ~uint64_t(0) : A / B, Width);
  case Op::SDiv:
    return cut(divideSigned(SA, SB), Width);
  case Op::URem:
    return B == 0 ? A : A % B;
  case Op::SRem:
    return cut(remainderSigned(SA, SB), Width);
  case Op::Shl:
    return B >= Width ? 0 : cut(A << B, Width);
  case Op::LShr:
    return B >= Width ? 0 : A >> B;
  case Op::AShr:
    return cut(SA >> (B >= Width ? 63 : B), Width);
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Eq:
    return A == B;
  case Op::Ne:
    return A != B;
  case Op::ULt:
    return A < B;
  case Op::ULe:
    return A <= B;
  case Op::SLt:
    return SA < SB;
  case Op::SLe:
    return SA <= SB;
  case Op::ZExt:
    return A;
  case Op::SExt:
    return cut(SA, Width);
  case Op::Trunc:
    return cut(A, Width);
  case Op::Ite:
    return A ? B : Values[2];
  }
  llvm_unreachable("all operators are handled");
}

bool breaksPromise(const Operation *T, llvm::ArrayRef<uint64_t> Values) {
  if (!T->promises())
    return false;
  unsigned Width = T->width();
  __int128 A = Values[0], B = Values.size() > 1 ? Values[1] : 0;
  __int128 SA = asSigned(Values[0], T->operand(0)->width());
  __int128 SB = Values.size() > 1 ? asSigned(Values[1], Width) : 0;
  __int128 Unsigned = A, Signed = SA;
  switch (T->op()) {
  case Op::Add:
    Unsigned = A + B, Signed = SA + SB;
    break;
  case Op::Sub:
    Unsigned = A - B, Signed = SA - SB;
    break;
  case Op::Mul:
    // A product from 2^127 on becomes negative, which does not fit either.
    (void)__builtin_mul_overflow(A, B, &Unsigned);
    Signed = SA * SB;
    break;
  case Op::Shl:
    if (Values[1] >= Width)
      return true;
    Unsigned = A * (__int128(1) << Values[1]);
    Signed = SA * (__int128(1) << Values[1]);
    break;
  case Op::Trunc:
    break;
  default:
    llvm_unreachable("this operator makes no promises");
  }
  __int128 One = 1;
  bool FitsUnsigned = Unsigned >= 0 && Unsigned < (One << Width);
  bool FitsSigned =
      Signed >= -(One << (Width - 1)) && Signed < (One << (Width - 1));
  return ((T->promises() & NoSignedWrap) && !FitsSigned) ||
         ((T->promises() & NoUnsignedWrap) && !FitsUnsigned);
}

uint64_t Evaluator::operator()(const Term *T) {
  if (const auto *C = llvm::dyn_cast<Constant>(T))
    return C->value();
  if (auto Found = Known.find(T); Found != Known.end())
    return Found->second;
  Steps::take();
  uint64_t Value = cut(compute(T), T->width());
  Known[T] = Value;
  return Value;
}

uint64_t Evaluator::compute(const Term *T) {
  if (const auto *V = llvm::dyn_cast<Variable>(T))
    return Names.valueOf(V);
  llvm::SmallVector<uint64_t, 3> Values;
  llvm::SmallVector<unsigned, 3> Widths;
  if (const auto *U = llvm::dyn_cast<Unknown>(T)) {
    for (const Term *X : T->operands())
      Values.push_back((*this)(X));
    return Names.valueOf(U, Values);
  }
  const auto *O = llvm::cast<Operation>(T);
  if (O->op() == Op::Ite)
    return (*this)(O->operand((*this)(O->operand(0)) ? 1 : 2));
  for (const Term *X : T->operands()) {
    Values.push_back((*this)(X));
    Widths.push_back(X->width());
    bool Decided = T->isBool() && ((O->op() == Op::And && !Values[0]) ||
                                   (O->op() == Op::Or && Values[0]));
    if (Decided)
      return Values[0];
  }
  Broken |= breaksPromise(O, Values);
  return apply(O->op(), T->width(), Values, Widths);
}

} // namespace racemap::map
