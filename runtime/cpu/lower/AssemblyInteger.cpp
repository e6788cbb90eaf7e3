// AssemblyInteger - arithmetic on integers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;

/// A wider value of the same sign.
static Value *widen(AssemblyEmitter &E, Value *V, const NumberType &T,
                    unsigned Bits) {
  return T.isSigned() ? E.B.CreateSExt(V, E.integer(Bits))
                      : E.B.CreateZExt(V, E.integer(Bits));
}

static Value *binary(AssemblyEmitter &E, Intrinsic::ID Id, Value *X, Value *Y) {
  return E.intrinsic(Id, {X, Y}, {X->getType()});
}

static Value *absolute(AssemblyEmitter &E, Value *V) {
  return E.intrinsic(Intrinsic::abs, {V, E.B.getFalse()}, {V->getType()});
}

/// The whole product, of twice the width.
static Value *product(AssemblyEmitter &E, Value *X, Value *Y,
                      const NumberType &T) {
  unsigned Wide = 2 * T.Bits;
  return E.B.CreateMul(widen(E, X, T, Wide), widen(E, Y, T, Wide));
}

static Value *half(AssemblyEmitter &E, Value *Wide, bool IsHigh) {
  unsigned Bits = Wide->getType()->getIntegerBitWidth() / 2;
  if (IsHigh)
    Wide = E.B.CreateLShr(Wide, Bits);
  return E.B.CreateTrunc(Wide, E.integer(Bits));
}

/// mul.lo, .hi, .wide, and mad with the same.
static bool emitProduct(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  StringRef Part = M.takeAnyOf({"lo", "hi", "wide"});
  auto T = M.takeType();
  bool Adds = I.Opcode == "mad";
  if (Part.empty() || !T || !T->isInteger() || T->Lanes != 1 || !M.empty() ||
      I.Operands.size() != (Adds ? 4 : 3))
    return false;
  Value *Result =
      product(E, E.read(I.Operands[1], *T), E.read(I.Operands[2], *T), *T);
  if (Part != "wide")
    Result = half(E, Result, Part == "hi");
  if (Adds)
    Result = E.B.CreateAdd(
        Result, E.read(I.Operands[3], Result->getType()->getIntegerBitWidth()));
  E.write(I.Operands[0], Result, T->isSigned());
  return true;
}

/// mul24 and mad24: of the low 24 bits, the low or high 32 of 48.
static bool emitProduct24(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool IsHigh = M.takeAnyOf({"lo", "hi"}) == "hi", Adds = I.Opcode == "mad24";
  auto T = M.takeType();
  if (!T || T->Bits != 32 || !M.empty() || I.Operands.size() != (Adds ? 4 : 3))
    return false;
  auto Low24 = [&](Value *V) {
    V = E.B.CreateShl(V, 8);
    return T->isSigned() ? E.B.CreateAShr(V, 8) : E.B.CreateLShr(V, 8);
  };
  Value *All = product(E, Low24(E.read(I.Operands[1], *T)),
                       Low24(E.read(I.Operands[2], *T)), *T);
  Value *Result =
      E.B.CreateTrunc(IsHigh ? E.B.CreateLShr(All, 16) : All, E.integer(32));
  if (Adds)
    Result = E.B.CreateAdd(Result, E.read(I.Operands[3], *T));
  E.write(I.Operands[0], Result);
  return true;
}

static Value *difference(AssemblyEmitter &E, Value *X, Value *Y, bool Signed) {
  Value *Above = Signed ? E.B.CreateICmpSGT(X, Y) : E.B.CreateICmpUGT(X, Y);
  return E.B.CreateSelect(Above, E.B.CreateSub(X, Y), E.B.CreateSub(Y, X));
}

static Value *binaryResult(AssemblyEmitter &E, StringRef Opcode, Value *X,
                           Value *Y, const NumberType &T, bool Saturates) {
  bool S = T.isSigned();
  if (Opcode == "add")
    return Saturates ? binary(E, Intrinsic::sadd_sat, X, Y)
                     : E.B.CreateAdd(X, Y);
  if (Opcode == "sub")
    return Saturates ? binary(E, Intrinsic::ssub_sat, X, Y)
                     : E.B.CreateSub(X, Y);
  if (Opcode == "div")
    return S ? E.B.CreateSDiv(X, Y) : E.B.CreateUDiv(X, Y);
  if (Opcode == "rem")
    return S ? E.B.CreateSRem(X, Y) : E.B.CreateURem(X, Y);
  if (Opcode == "min")
    return binary(E, S ? Intrinsic::smin : Intrinsic::umin, X, Y);
  if (Opcode == "max")
    return binary(E, S ? Intrinsic::smax : Intrinsic::umax, X, Y);
  return nullptr;
}

static bool emitBinary(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool Saturates = M.take("sat"), Relu = M.take("relu");
  auto T = M.takeType();
  if (!T || !T->isInteger() || !M.empty() || I.Operands.size() != 3 ||
      (Saturates && !T->isSigned()))
    return false;
  Value *Result = binaryResult(E, I.Opcode, E.read(I.Operands[1], *T),
                               E.read(I.Operands[2], *T), *T, Saturates);
  if (!Result)
    return false;
  if (Relu)
    Result = binary(E, Intrinsic::smax, Result,
                    Constant::getNullValue(Result->getType()));
  E.write(I.Operands[0], Result, T->isSigned());
  return true;
}

static bool emitUnary(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !T->isInteger() || !M.empty() || I.Operands.size() != 2)
    return false;
  Value *V = E.read(I.Operands[1], *T);
  E.write(I.Operands[0], I.Opcode == "neg" ? E.B.CreateNeg(V) : absolute(E, V),
          T->isSigned());
  return true;
}

/// sad d, a, b, c: |a - b| + c
static bool emitSad(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !M.empty() || I.Operands.size() != 4)
    return false;
  Value *D = difference(E, E.read(I.Operands[1], *T), E.read(I.Operands[2], *T),
                        T->isSigned());
  E.write(I.Operands[0], E.B.CreateAdd(D, E.read(I.Operands[3], *T)));
  return true;
}

/// dp4a and dp2a: products of bytes (of dp2a: of halves with the low or the
/// high two bytes), added up.
static bool emitDotProduct(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool IsHigh = M.takeAnyOf({"lo", "hi"}) == "hi";
  auto A = M.takeType(), C = M.takeType();
  if (!A || !C || !M.empty() || I.Operands.size() != 4)
    return false;
  unsigned Parts = I.Opcode == "dp4a" ? 4 : 2, Width = 32 / Parts;
  Value *X = E.read(I.Operands[1], 32), *Y = E.read(I.Operands[2], 32);
  Value *Sum = E.read(I.Operands[3], 32);
  auto Part = [&](Value *V, unsigned At, unsigned Bits, const NumberType &T) {
    V = E.B.CreateTrunc(E.B.CreateLShr(V, At), E.integer(Bits));
    return widen(E, V, T, 32);
  };
  for (unsigned P = 0; P < Parts; ++P) {
    unsigned ByteOfY = P + (Parts == 2 && IsHigh ? 2 : 0);
    Sum = E.B.CreateAdd(Sum, E.B.CreateMul(Part(X, P * Width, Width, *A),
                                           Part(Y, ByteOfY * 8, 8, *C)));
  }
  E.write(I.Operands[0], Sum);
  return true;
}

bool emitIntegerArithmetic(AssemblyEmitter &E, const Instruction &I) {
  return StringSwitch<bool (*)(AssemblyEmitter &, const Instruction &)>(
             I.Opcode)
      .Cases({"add", "sub", "div", "rem", "min", "max"}, emitBinary)
      .Cases({"neg", "abs"}, emitUnary)
      .Cases({"mul", "mad"}, emitProduct)
      .Cases({"mul24", "mad24"}, emitProduct24)
      .Case("sad", emitSad)
      .Cases({"dp4a", "dp2a"}, emitDotProduct)
      .Default([](AssemblyEmitter &, const Instruction &) { return false; })(E,
                                                                             I);
}

/// add.cc, addc{.cc}, sub.cc, subc{.cc}: the carry is the borrow of sub.
static bool emitSum(AssemblyEmitter &E, const Instruction &I, bool Takes,
                    bool Gives, const NumberType &T) {
  if (I.Operands.size() != 3)
    return false;
  bool IsSub = StringRef(I.Opcode).starts_with("sub");
  unsigned Wide = T.Bits + 1;
  auto Read = [&](unsigned Index) {
    return E.B.CreateZExt(E.read(I.Operands[Index], T.Bits), E.integer(Wide));
  };
  Value *In =
      Takes ? E.B.CreateZExt(E.carry(), E.integer(Wide)) : E.B.getIntN(Wide, 0);
  Value *X = Read(1), *Y = E.B.CreateAdd(Read(2), In);
  Value *Sum = IsSub ? E.B.CreateSub(X, Y) : E.B.CreateAdd(X, Y);
  if (Gives)
    E.setCarry(E.B.CreateTrunc(E.B.CreateLShr(Sum, T.Bits), E.integer(1)));
  E.write(I.Operands[0], E.B.CreateTrunc(Sum, E.integer(T.Bits)));
  return true;
}

/// mad.lo.cc, mad.hi.cc, madc.lo{.cc}, madc.hi{.cc}
static bool emitCarryMad(AssemblyEmitter &E, const Instruction &I, bool IsHigh,
                         bool Takes, bool Gives, const NumberType &T) {
  if (I.Operands.size() != 4)
    return false;
  Value *P = product(E, E.read(I.Operands[1], T), E.read(I.Operands[2], T), T);
  Type *Wide = E.integer(T.Bits + 1);
  Value *Sum =
      E.B.CreateAdd(E.B.CreateZExt(half(E, P, IsHigh), Wide),
                    E.B.CreateZExt(E.read(I.Operands[3], T.Bits), Wide));
  if (Takes)
    Sum = E.B.CreateAdd(Sum, E.B.CreateZExt(E.carry(), Wide));
  if (Gives)
    E.setCarry(E.B.CreateTrunc(E.B.CreateLShr(Sum, T.Bits), E.integer(1)));
  E.write(I.Operands[0], E.B.CreateTrunc(Sum, E.integer(T.Bits)));
  return true;
}

bool emitCarryArithmetic(AssemblyEmitter &E, const Instruction &I) {
  StringRef Opcode = I.Opcode;
  bool Takes = Opcode == "addc" || Opcode == "subc" || Opcode == "madc";
  ModifierList M(I);
  bool Gives = M.take("cc");
  StringRef Part = M.takeAnyOf({"lo", "hi"});
  auto T = M.takeType();
  if ((!Takes && !Gives) || !T || !T->isInteger() || !M.empty())
    return false;
  if (Opcode.starts_with("mad"))
    return !Part.empty() && emitCarryMad(E, I, Part == "hi", Takes, Gives, *T);
  if (Opcode.starts_with("add") || Opcode.starts_with("sub"))
    return Part.empty() && emitSum(E, I, Takes, Gives, *T);
  return false;
}

} // namespace racemap::cpu
