// AssemblyBits - logic, shifts, counting and moving of bits.
//
// A shift by the width or more gives what shifting bit by bit would.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;

static bool emitLogic(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || T->isFloat() || !M.empty() || I.Operands.size() != 3)
    return false;
  Value *X = E.read(I.Operands[1], T->size());
  Value *Y = E.read(I.Operands[2], T->size());
  E.write(I.Operands[0], I.Opcode == "and"  ? E.B.CreateAnd(X, Y)
                         : I.Opcode == "or" ? E.B.CreateOr(X, Y)
                                            : E.B.CreateXor(X, Y));
  return true;
}

static bool emitNot(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || T->isFloat() || !M.empty() || I.Operands.size() != 2)
    return false;
  Value *V = E.read(I.Operands[1], T->size());
  Value *IsZero = E.B.CreateICmpEQ(V, Constant::getNullValue(V->getType()));
  E.write(I.Operands[0], I.Opcode == "not"
                             ? E.B.CreateNot(V)
                             : E.B.CreateZExt(IsZero, V->getType()));
  return true;
}

/// The sum of products that the table says: bit 4a + 2b + c of it.
static bool emitLop3(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || T->Bits != 32 || !M.empty() || I.Operands.size() != 5)
    return false;
  auto Table = E.readConstant(I.Operands[4]);
  if (!Table)
    return false;
  Value *In[3];
  for (unsigned K = 0; K < 3; ++K)
    In[K] = E.read(I.Operands[K + 1], 32);
  Value *Result = E.B.getInt32(0);
  for (unsigned Row = 0; Row < 8; ++Row) {
    if (!(*Table >> Row & 1))
      continue;
    Value *Term = E.B.getInt32(~0u);
    for (unsigned K = 0; K < 3; ++K)
      Term = E.B.CreateAnd(Term,
                           Row >> (2 - K) & 1 ? In[K] : E.B.CreateNot(In[K]));
    Result = E.B.CreateOr(Result, Term);
  }
  E.write(I.Operands[0], Result);
  return true;
}

/// The amount is 32 bits and counts up to the width.
static bool emitShift(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !T->isInteger() || !M.empty() || I.Operands.size() != 3)
    return false;
  Type *Ty = E.integer(T->Bits);
  Value *V = E.read(I.Operands[1], T->Bits);
  Value *Amount = E.read(I.Operands[2], 32);
  bool IsArithmetic = I.Opcode == "shr" && T->isSigned();
  Value *Most = E.B.getInt32(T->Bits - 1);
  Value *IsBig = E.B.CreateICmpUGT(Amount, Most);
  Value *By = E.B.CreateZExtOrTrunc(E.B.CreateSelect(IsBig, Most, Amount), Ty);
  Value *Shifted = I.Opcode == "shl" ? E.B.CreateShl(V, By)
                   : IsArithmetic    ? E.B.CreateAShr(V, By)
                                     : E.B.CreateLShr(V, By);
  if (!IsArithmetic)
    Shifted = E.B.CreateSelect(IsBig, Constant::getNullValue(Ty), Shifted);
  E.write(I.Operands[0], Shifted, T->isSigned());
  return true;
}

/// shf.l|r.clamp|wrap.b32 d, low, high, amount
static bool emitFunnelShift(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool IsLeft = M.takeAnyOf({"l", "r"}) == "l";
  bool Clamps = M.takeAnyOf({"clamp", "wrap"}) == "clamp";
  auto T = M.takeType();
  if (!T || T->Bits != 32 || !M.empty() || I.Operands.size() != 4)
    return false;
  Value *Low = E.read(I.Operands[1], 32), *High = E.read(I.Operands[2], 32);
  Value *Amount = E.read(I.Operands[3], 32);
  Type *Wide = E.integer(64);
  Value *Both = E.B.CreateOr(E.B.CreateShl(E.B.CreateZExt(High, Wide), 32),
                             E.B.CreateZExt(Low, Wide));
  Amount = Clamps ? E.intrinsic(Intrinsic::umin, {Amount, E.B.getInt32(32)},
                                {E.integer(32)})
                  : E.B.CreateAnd(Amount, 31);
  Value *By = E.B.CreateZExt(Amount, Wide);
  Value *Result = IsLeft ? E.B.CreateLShr(E.B.CreateShl(Both, By), 32)
                         : E.B.CreateLShr(Both, By);
  E.write(I.Operands[0], E.B.CreateTrunc(Result, E.integer(32)));
  return true;
}

static bool emitCount(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !M.empty() || I.Operands.size() != 2)
    return false;
  Value *V = E.read(I.Operands[1], T->Bits);
  Type *Ty = V->getType();
  Value *Result = I.Opcode == "popc" ? E.intrinsic(Intrinsic::ctpop, {V}, {Ty})
                  : I.Opcode == "clz"
                      ? E.intrinsic(Intrinsic::ctlz, {V, E.B.getFalse()}, {Ty})
                      : E.intrinsic(Intrinsic::bitreverse, {V}, {Ty});
  E.write(I.Operands[0], Result);
  return true;
}

/// The highest bit that is not the sign's, or ~0; .shiftamt: how far to shift
/// it to the top.
static bool emitBfind(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  bool IsAmount = M.take("shiftamt");
  auto T = M.takeType();
  if (!T || !T->isInteger() || !M.empty() || I.Operands.size() != 2)
    return false;
  Value *V = E.read(I.Operands[1], T->Bits);
  Type *Ty = V->getType();
  if (T->isSigned())
    V = E.B.CreateXor(V, E.B.CreateAShr(V, T->Bits - 1));
  Value *Zeros = E.intrinsic(Intrinsic::ctlz, {V, E.B.getFalse()}, {Ty});
  Value *Found = IsAmount
                     ? Zeros
                     : E.B.CreateSub(ConstantInt::get(Ty, T->Bits - 1), Zeros);
  Value *None = E.B.CreateICmpEQ(V, Constant::getNullValue(Ty));
  E.write(I.Operands[0],
          E.B.CreateTrunc(
              E.B.CreateSelect(None, Constant::getAllOnesValue(Ty), Found),
              E.integer(32)));
  return true;
}

/// The place of the n-th bit that is set, from a place on.
static bool emitFns(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || T->Bits != 32 || !M.empty() || I.Operands.size() != 4)
    return false;
  E.write(I.Operands[0],
          E.library("__racemap_cpu_fns", E.integer(32),
                    {E.read(I.Operands[1], 32), E.read(I.Operands[2], 32),
                     E.read(I.Operands[3], 32)}));
  return true;
}

/// 2^n - 1 in 128 bits, which every amount of at most 255 fits after clamping.
static Value *mask(AssemblyEmitter &E, Value *Length) {
  Type *Wide = E.integer(128);
  Value *N = E.intrinsic(Intrinsic::umin, {Length, ConstantInt::get(Wide, 127)},
                         {Wide});
  Value *One = ConstantInt::get(Wide, 1);
  return E.B.CreateSub(E.B.CreateShl(One, N), One);
}

static Value *byteOf(AssemblyEmitter &E, const ptx::Operand &O) {
  return E.B.CreateZExt(E.B.CreateAnd(E.read(O, 32), 255), E.integer(128));
}

/// bfe d, a, position, length: a signed field that ends beyond the value has
/// the value's sign in its place.
static bool emitBfe(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !T->isInteger() || !M.empty() || I.Operands.size() != 4)
    return false;
  Type *Wide = E.integer(128);
  Value *V = E.read(I.Operands[1], T->Bits);
  V = T->isSigned() ? E.B.CreateSExt(V, Wide) : E.B.CreateZExt(V, Wide);
  Value *At = E.intrinsic(
      Intrinsic::umin, {byteOf(E, I.Operands[2]), ConstantInt::get(Wide, 127)},
      {Wide});
  Value *Length = E.intrinsic(
      Intrinsic::umin,
      {byteOf(E, I.Operands[3]), ConstantInt::get(Wide, T->Bits)}, {Wide});
  Value *Field = E.B.CreateAnd(E.B.CreateAShr(V, At), mask(E, Length));
  if (T->isSigned()) {
    Value *Unused = E.B.CreateSub(ConstantInt::get(Wide, 127), Length);
    Value *Top = E.B.CreateShl(E.B.CreateShl(Field, Unused), 1);
    Value *Extended = E.B.CreateAShr(E.B.CreateAShr(Top, Unused), 1);
    Value *IsEmpty = E.B.CreateICmpEQ(Length, ConstantInt::get(Wide, 0));
    Field = E.B.CreateSelect(IsEmpty, ConstantInt::get(Wide, 0), Extended);
  }
  E.write(I.Operands[0], E.B.CreateTrunc(Field, E.integer(T->Bits)));
  return true;
}

/// bfi f, a, b, position, length: a's low bits in the place of b's.
static bool emitBfi(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !M.empty() || I.Operands.size() != 5)
    return false;
  Type *Wide = E.integer(128);
  Value *A = E.B.CreateZExt(E.read(I.Operands[1], T->Bits), Wide);
  Value *Into = E.read(I.Operands[2], T->Bits);
  Value *At = E.intrinsic(
      Intrinsic::umin, {byteOf(E, I.Operands[3]), ConstantInt::get(Wide, 127)},
      {Wide});
  Value *Field = mask(E, byteOf(E, I.Operands[4]));
  Type *Ty = E.integer(T->Bits);
  Value *Mask = E.B.CreateTrunc(E.B.CreateShl(Field, At), Ty);
  Value *New = E.B.CreateTrunc(E.B.CreateShl(A, At), Ty);
  E.write(I.Operands[0],
          E.B.CreateOr(E.B.CreateAnd(New, Mask),
                       E.B.CreateAnd(Into, E.B.CreateNot(Mask))));
  return true;
}

/// How positions and widths of a word that are 32 and more count: none for
/// neither.
enum class Excess : uint8_t { Clamps, Wraps };
static std::optional<Excess> takeExcess(ModifierList &M) {
  if (M.take("clamp"))
    return Excess::Clamps;
  return M.take("wrap") ? std::optional(Excess::Wraps) : std::nullopt;
}

/// An operand of 32 bits, at most 32 (clamp) or at most 31 (wrap), in 128.
static Value *limited(AssemblyEmitter &E, const ptx::Operand &O, Excess Mode) {
  Value *V = E.read(O, 32);
  V = Mode == Excess::Wraps
          ? E.B.CreateAnd(V, 31)
          : E.intrinsic(Intrinsic::umin, {V, E.B.getInt32(32)}, {V->getType()});
  return E.B.CreateZExt(V, E.integer(128));
}

/// bmsk.mode.b32 d, position, width: so many ones.
static bool emitBmsk(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto Mode = takeExcess(M);
  auto T = M.takeType();
  if (!Mode || !T || T->Bits != 32 || !M.empty() || I.Operands.size() != 3)
    return false;
  Value *At = limited(E, I.Operands[1], *Mode);
  Value *Ones = mask(E, limited(E, I.Operands[2], *Mode));
  E.write(I.Operands[0],
          E.B.CreateTrunc(E.B.CreateShl(Ones, At), E.integer(32)));
  return true;
}

/// szext.mode.type d, a, width: the low bits of a, with their sign or zeros.
static bool emitSzext(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto Mode = takeExcess(M);
  auto T = M.takeType();
  if (!Mode || !T || !T->isInteger() || T->Bits != 32 || !M.empty() ||
      I.Operands.size() != 3)
    return false;
  Type *Wide = E.integer(128);
  Value *Low = mask(E, limited(E, I.Operands[2], *Mode));
  Value *V =
      E.B.CreateAnd(E.B.CreateZExt(E.read(I.Operands[1], 32), Wide), Low);
  if (T->isSigned()) {
    // The highest of the bits, whose upper half is taken off all below it.
    Value *Top = E.B.CreateXor(Low, E.B.CreateLShr(Low, 1));
    V = E.B.CreateSub(E.B.CreateXor(V, Top), Top);
  }
  E.write(I.Operands[0], E.B.CreateTrunc(V, E.integer(32)));
  return true;
}

/// prmt.b32{.mode} d, a, b, selector
static bool emitPrmt(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || T->Bits != 32 || !M.empty() || I.Operands.size() != 4)
    return false;
  Value *A = E.read(I.Operands[1], 32), *C = E.read(I.Operands[2], 32);
  Value *S = E.read(I.Operands[3], 32);
  Type *Word = E.integer(32), *Wide = E.integer(64);
  Value *Both = E.B.CreateOr(E.B.CreateZExt(A, Wide),
                             E.B.CreateShl(E.B.CreateZExt(C, Wide), 32));
  Value *Result = E.B.getInt32(0);
  for (unsigned K = 0; K < 4; ++K) {
    Value *Selector = E.B.CreateLShr(S, uint64_t(4) * K);
    Value *At = E.B.CreateShl(E.B.CreateAnd(Selector, 7), 3);
    Value *Byte = E.B.CreateTrunc(
        E.B.CreateLShr(Both, E.B.CreateZExt(At, Wide)), E.integer(8));
    Value *Sign = E.B.CreateAShr(Byte, 7);
    Value *Spreads = E.B.CreateTrunc(E.B.CreateLShr(Selector, 3), E.integer(1));
    Byte = E.B.CreateZExt(E.B.CreateSelect(Spreads, Sign, Byte), Word);
    Result = E.B.CreateOr(Result, E.B.CreateShl(Byte, uint64_t(8) * K));
  }
  E.write(I.Operands[0], Result);
  return true;
}

bool emitBitOperation(AssemblyEmitter &E, const Instruction &I) {
  return StringSwitch<AssemblyHandler>(I.Opcode)
      .Cases({"and", "or", "xor"}, emitLogic)
      .Cases({"not", "cnot"}, emitNot)
      .Case("lop3", emitLop3)
      .Cases({"shl", "shr"}, emitShift)
      .Case("shf", emitFunnelShift)
      .Cases({"popc", "clz", "brev"}, emitCount)
      .Case("bfind", emitBfind)
      .Case("fns", emitFns)
      .Case("bfe", emitBfe)
      .Case("bfi", emitBfi)
      .Case("bmsk", emitBmsk)
      .Case("szext", emitSzext)
      .Case("prmt", emitPrmt)
      .Default([](AssemblyEmitter &, const Instruction &) { return false; })(E,
                                                                             I);
}

} // namespace racemap::cpu
