// Values - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Values.h"
#include "llvm/ADT/SmallVector.h"

namespace racemap::oracle {

using namespace map;
using Wide = __int128;

static Wide power(unsigned N) { return Wide(1) << N; }

Wide readUnsigned(uint64_t Bits, unsigned Width) {
  return Wide(Bits) & (power(Width) - 1);
}

Wide readSigned(uint64_t Bits, unsigned Width) {
  Wide V = readUnsigned(Bits, Width);
  return V >= power(Width - 1) ? V - power(Width) : V;
}

static uint64_t cut(Wide V, unsigned Width) {
  return static_cast<uint64_t>(V & (power(Width) - 1));
}

namespace {

/// An operation on numbers.
struct Applied {
  const Operation *T;
  Wide A, B;   ///< as unsigned numbers
  Wide SA, SB; ///< as signed numbers
  unsigned Width;

  /// Exact results that may not fit, and whether they must.
  uint64_t promised(Wide Unsigned, Wide Signed, bool &Broke) const {
    bool FitsU = Unsigned >= 0 && Unsigned < power(Width);
    bool FitsS = Signed >= -power(Width - 1) && Signed < power(Width - 1);
    Broke |= (T->promises() & NoUnsignedWrap) && !FitsU;
    Broke |= (T->promises() & NoSignedWrap) && !FitsS;
    return cut(Unsigned, Width);
  }

  uint64_t shiftLeft(bool &Broke) const {
    if (B >= Width) {
      Broke |= T->promises() != NoPromise;
      return 0;
    }
    auto N = static_cast<unsigned>(B);
    return promised(A * power(N), SA * power(N), Broke);
  }

  uint64_t shiftRight(Wide V) const {
    if (B >= Width)
      return V < 0 ? cut(-1, Width) : 0;
    return cut(V >> static_cast<unsigned>(B), Width);
  }

  uint64_t quotient(Wide X, Wide Y) const {
    return Y == 0 ? cut(X < 0 ? 1 : -1, Width) : cut(X / Y, Width);
  }

  uint64_t remainder(Wide X, Wide Y) const {
    return Y == 0 ? cut(X, Width) : cut(X % Y, Width);
  }

  uint64_t result(bool &Broke) const;
};

} // namespace

uint64_t Applied::result(bool &Broke) const {
  switch (T->op()) {
  case Op::Add:
    return promised(A + B, SA + SB, Broke);
  case Op::Sub:
    return promised(A - B, SA - SB, Broke);
  case Op::Mul:
    // 64 bits times 64 bits: the signed product fits, the unsigned one may
    // not, but its low bits are right and a product of that size is no 64-bit
    // number either.
    return promised(static_cast<Wide>(static_cast<unsigned __int128>(A) *
                                      static_cast<unsigned __int128>(B)),
                    SA * SB, Broke);
  case Op::UDiv:
    return quotient(A, B);
  case Op::SDiv:
    return quotient(SA, SB);
  case Op::URem:
    return remainder(A, B);
  case Op::SRem:
    return remainder(SA, SB);
  case Op::Shl:
    return shiftLeft(Broke);
  case Op::LShr:
    return shiftRight(A);
  case Op::AShr:
    return shiftRight(SA);
  case Op::And:
    return cut(A & B, Width);
  case Op::Or:
    return cut(A | B, Width);
  case Op::Xor:
    return cut(A ^ B, Width);
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
    return cut(A, Width);
  case Op::SExt:
    return cut(SA, Width);
  case Op::Trunc:
    return promised(A, SA, Broke);
  case Op::Ite:
    break;
  }
  llvm_unreachable("an Ite evaluates one branch only");
}

static uint64_t operationOf(const Operation *T, Names &N, bool &Broke) {
  const Term *First = T->operand(0);
  uint64_t A = valueOf(First, N, Broke);
  if (T->op() == Op::Ite)
    return valueOf(T->operand(A ? 1 : 2), N, Broke);
  if (T->width() == 1 &&
      ((T->op() == Op::And && A == 0) || (T->op() == Op::Or && A == 1)))
    return A;
  uint64_t B = 0;
  unsigned WidthOfB = 1;
  if (T->operands().size() > 1) {
    WidthOfB = T->operand(1)->width();
    B = valueOf(T->operand(1), N, Broke);
  }
  Applied X{T,
            readUnsigned(A, First->width()),
            readUnsigned(B, WidthOfB),
            readSigned(A, First->width()),
            readSigned(B, WidthOfB),
            T->width()};
  return X.result(Broke);
}

uint64_t valueOf(const Term *T, Names &N, bool &Broke) {
  switch (T->kind()) {
  case Term::Kind::Constant:
    return llvm::cast<Constant>(T)->value();
  case Term::Kind::Variable:
    return cut(N.variable(llvm::cast<Variable>(T)), T->width());
  case Term::Kind::Unknown: {
    llvm::SmallVector<uint64_t, 4> Operands;
    for (const Term *X : T->operands())
      Operands.push_back(valueOf(X, N, Broke));
    return cut(N.unknown(llvm::cast<Unknown>(T), Operands), T->width());
  }
  case Term::Kind::Operation:
    return operationOf(llvm::cast<Operation>(T), N, Broke);
  }
  llvm_unreachable("all kinds are handled");
}

} // namespace racemap::oracle
