// LaunchTerms - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/LaunchTerms.h"
#include "runtime/device/LaunchWords.h"

namespace racemap::instrument {

using namespace llvm;

using Op = device::LaunchOp;

/// A number among the step's words.
static std::optional<uint64_t> number(const json::Array &Its, size_t I) {
  return I < Its.size() ? Its[I].getAsUINT64() : std::nullopt;
}

Value *LaunchTerms::argument(Type *T, uint64_t Number, uint64_t Offset) {
  Value *Place =
      B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Launch.Arguments, Number);
  Value *Its = B.CreateLoad(B.getPtrTy(), Place);
  Value *Part = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Its, Offset);
  return B.CreateAlignedLoad(T, Part, Align(1));
}

bool LaunchTerms::add(const json::Array &Steps) {
  for (const json::Value &S : Steps) {
    const json::Array *Its = S.getAsArray();
    Value *New = Its ? step(*Its) : nullptr;
    if (!New)
      return false;
    Values.push_back(New);
  }
  return true;
}

Value *LaunchTerms::step(const json::Array &Its) {
  auto Word = Its.empty() ? std::nullopt : Its[0].getAsString();
  auto Width = number(Its, 1);
  if (!Word || !Width || *Width < 1 || *Width > 64)
    return nullptr;
  Type *T = B.getIntNTy(unsigned(*Width));
  if (*Word == "constant") {
    auto N = number(Its, 2);
    return N ? B.getInt(APInt(64, *N).trunc(unsigned(*Width))) : nullptr;
  }
  if (*Word == "argument") {
    auto Number = number(Its, 2), Offset = number(Its, 3);
    if (!Number || !Offset)
      return nullptr;
    Type *Whole = B.getIntNTy(unsigned(alignTo(*Width, 8)));
    return B.CreateTrunc(argument(Whole, *Number, *Offset), T);
  }
  const auto *Dimension = find(device::LaunchDimensions, *Word);
  if (Dimension != std::end(device::LaunchDimensions))
    return B.CreateZExtOrTrunc(
        Launch.Dimensions[Dimension - device::LaunchDimensions], T);
  const auto *Known = find(device::LaunchWords, *Word);
  if (Known == std::end(device::LaunchWords))
    return nullptr;
  return operation(unsigned(Known - device::LaunchWords), Its,
                   unsigned(*Width));
}

/// C's, but for what C leaves open: by 0, all bits are 1, and the remainder is
/// the dividend.
static Value *divide(IRBuilder<> &B, Op O, Value *X, Value *Y) {
  Type *T = X->getType();
  Value *One = ConstantInt::get(T, 1), *Zero = ConstantInt::get(T, 0);
  Value *Ones = ConstantInt::getAllOnesValue(T);
  Value *IsZero = B.CreateICmpEQ(Y, Zero);
  if (O == Op::UDiv || O == Op::URem) {
    Value *By = B.CreateSelect(IsZero, One, Y);
    return O == Op::UDiv ? B.CreateSelect(IsZero, Ones, B.CreateUDiv(X, By))
                         : B.CreateSelect(IsZero, X, B.CreateURem(X, By));
  }
  // The least number by -1 has no quotient.
  Value *IsMinusOne = B.CreateICmpEQ(Y, Ones);
  Value *By = B.CreateSelect(B.CreateOr(IsZero, IsMinusOne), One, Y);
  Value *Least = B.CreateICmpSLT(X, Zero);
  if (O == Op::SDiv) {
    Value *ByZero = B.CreateSelect(Least, One, Ones);
    return B.CreateSelect(
        IsZero, ByZero,
        B.CreateSelect(IsMinusOne, B.CreateNeg(X), B.CreateSDiv(X, By)));
  }
  return B.CreateSelect(IsZero, X,
                        B.CreateSelect(IsMinusOne, Zero, B.CreateSRem(X, By)));
}

static Value *isLessThanWidth(IRBuilder<> &B, Value *Y) {
  Type *T = Y->getType();
  // Of one bit, the width is no number.
  return B.CreateICmpULE(Y, ConstantInt::get(T, T->getIntegerBitWidth() - 1));
}

/// By the width or more, nothing is left but the sign of an arithmetic one.
static Value *shift(IRBuilder<> &B, Op O, Value *X, Value *Y) {
  Type *T = X->getType();
  Value *IsIn = isLessThanWidth(B, Y);
  Value *Zero = ConstantInt::get(T, 0);
  Value *Most = ConstantInt::get(T, T->getIntegerBitWidth() - 1);
  Value *By = B.CreateSelect(IsIn, Y, O == Op::AShr ? Most : Zero);
  switch (O) {
  case Op::Shl:
    return B.CreateSelect(IsIn, B.CreateShl(X, By), Zero);
  case Op::LShr:
    return B.CreateSelect(IsIn, B.CreateLShr(X, By), Zero);
  default:
    return B.CreateAShr(X, By);
  }
}

static Intrinsic::ID withOverflow(Op O, bool Signed) {
  switch (O) {
  case Op::Add:
    return Signed ? Intrinsic::sadd_with_overflow
                  : Intrinsic::uadd_with_overflow;
  case Op::Sub:
    return Signed ? Intrinsic::ssub_with_overflow
                  : Intrinsic::usub_with_overflow;
  case Op::Mul:
    return Signed ? Intrinsic::smul_with_overflow
                  : Intrinsic::umul_with_overflow;
  default:
    return Intrinsic::not_intrinsic;
  }
}

/// Does it lose something of the exact result? Null: it never does.
static Value *wraps(IRBuilder<> &B, Op O, Value *X, Value *Y, Type *T,
                    bool Signed) {
  if (Intrinsic::ID Its = withOverflow(O, Signed))
    return B.CreateExtractValue(B.CreateBinaryIntrinsic(Its, X, Y), 1);
  if (O == Op::Trunc) {
    Value *Cut = B.CreateTrunc(X, T);
    Type *Whole = X->getType();
    Value *Again = Signed ? B.CreateSExt(Cut, Whole) : B.CreateZExt(Cut, Whole);
    return B.CreateICmpNE(Again, X);
  }
  if (O != Op::Shl)
    return nullptr;
  Value *IsIn = isLessThanWidth(B, Y);
  Value *By = B.CreateSelect(IsIn, Y, ConstantInt::get(T, 0));
  Value *Shifted = B.CreateShl(X, By);
  Value *Back = Signed ? B.CreateAShr(Shifted, By) : B.CreateLShr(Shifted, By);
  return B.CreateOr(B.CreateNot(IsIn), B.CreateICmpNE(Back, X));
}

static std::optional<CmpInst::Predicate> predicate(Op O) {
  switch (O) {
  case Op::Eq:
    return CmpInst::ICMP_EQ;
  case Op::Ne:
    return CmpInst::ICMP_NE;
  case Op::ULt:
    return CmpInst::ICMP_ULT;
  case Op::ULe:
    return CmpInst::ICMP_ULE;
  case Op::SLt:
    return CmpInst::ICMP_SLT;
  case Op::SLe:
    return CmpInst::ICMP_SLE;
  default:
    return std::nullopt;
  }
}

static Value *apply(IRBuilder<> &B, Op O, Value *X, Value *Y, Value *Z,
                    Type *T) {
  if (auto P = predicate(O))
    return B.CreateICmp(*P, X, Y);
  switch (O) {
  case Op::Add:
    return B.CreateAdd(X, Y);
  case Op::Sub:
    return B.CreateSub(X, Y);
  case Op::Mul:
    return B.CreateMul(X, Y);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return divide(B, O, X, Y);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return shift(B, O, X, Y);
  case Op::And:
    return B.CreateAnd(X, Y);
  case Op::Or:
    return B.CreateOr(X, Y);
  case Op::Xor:
    return B.CreateXor(X, Y);
  case Op::ZExt:
    return B.CreateZExt(X, T);
  case Op::SExt:
    return B.CreateSExt(X, T);
  case Op::Trunc:
    return B.CreateTrunc(X, T);
  default:
    return B.CreateSelect(X, Y, Z);
  }
}

static unsigned numOperands(Op O) {
  return O == Op::Ite ? 3 : O >= Op::ZExt ? 1 : 2;
}

/// Is it well-typed, as an instruction has to be?
static bool fit(Op O, Value *const *Of, Type *T) {
  Type *X = Of[0]->getType(), *Y = Of[1]->getType();
  bool IsBit = T->isIntegerTy(1);
  switch (O) {
  case Op::Ite:
    return X->isIntegerTy(1) && Y == T && Of[2]->getType() == T;
  case Op::ZExt:
  case Op::SExt:
    return X->getIntegerBitWidth() < T->getIntegerBitWidth();
  case Op::Trunc:
    return X->getIntegerBitWidth() > T->getIntegerBitWidth();
  default:
    return X == Y && (predicate(O) ? IsBit : X == T);
  }
}

Value *LaunchTerms::operation(unsigned Number, const json::Array &Its,
                              unsigned Width) {
  constexpr unsigned FirstOperand = 4;
  auto O = Op(Number);
  Value *Of[3] = {};
  for (unsigned I = 0; I != numOperands(O); ++I) {
    auto Operand = number(Its, FirstOperand + I);
    if (!Operand || *Operand >= Values.size())
      return nullptr;
    Of[I] = Values[*Operand];
  }
  Of[1] = Of[1] ? Of[1] : Of[0];
  auto Promises = number(Its, 3);
  Type *T = B.getIntNTy(Width);
  if (!Promises || !fit(O, Of, T))
    return nullptr;
  for (bool Signed : {true, false})
    if (*Promises & (Signed ? 1 : 2))
      if (Value *Wrong = instrument::wraps(B, O, Of[0], Of[1], T, Signed))
        Wraps = Wraps ? B.CreateOr(Wraps, Wrong) : Wrong;
  return apply(B, O, Of[0], Of[1], Of[2], T);
}

} // namespace racemap::instrument
