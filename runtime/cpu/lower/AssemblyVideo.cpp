// AssemblyVideo - two halves or four bytes at a time: vadd2, vabsdiff4, ...
//
// Each lane is widened as its type says, computed, and cut to the lane again;
// ".sat" stops at the ends of the result's type instead, ".add" sums all lanes
// up and adds c. Lane masks and selectors are not supported.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;

namespace {

struct VideoForm {
  StringRef Op; ///< "add", "absdiff", ...
  unsigned Lanes = 2;
  NumberType D, A, C;
  StringRef Comparison;
  bool Saturates = false, Sums = false;
};

} // namespace

static std::optional<VideoForm> decode(const Instruction &I) {
  StringRef Name = I.Opcode;
  VideoForm F;
  if (!Name.consume_front("v"))
    return std::nullopt;
  F.Lanes = Name.ends_with("4") ? 4 : Name.ends_with("2") ? 2 : 0;
  F.Op = Name.drop_back();
  ModifierList M(I);
  F.Saturates = M.take("sat");
  F.Sums = M.take("add");
  if (F.Op == "set")
    F.Comparison = M.takeAnyOf({"eq", "ne", "lt", "le", "gt", "ge"});
  auto D = F.Op == "set" ? NumberType{NumberType::Kind::Unsigned, 32, 1}
                         : M.takeType();
  auto A = M.takeType(), C = M.takeType();
  if (F.Lanes == 0 || !D || !A || !C || !M.empty() || I.Operands.size() != 4)
    return std::nullopt;
  F.D = *D;
  F.A = *A;
  F.C = *C;
  return F;
}

static Value *call(AssemblyEmitter &E, Intrinsic::ID Id, Value *X, Value *Y) {
  return E.intrinsic(Id, {X, Y}, {X->getType()});
}

static Value *isSet(AssemblyEmitter &E, const VideoForm &F, Value *X,
                    Value *Y) {
  auto P = StringSwitch<CmpInst::Predicate>(F.Comparison)
               .Case("eq", CmpInst::ICMP_EQ)
               .Case("ne", CmpInst::ICMP_NE)
               .Case("lt", CmpInst::ICMP_SLT)
               .Case("le", CmpInst::ICMP_SLE)
               .Case("gt", CmpInst::ICMP_SGT)
               .Default(CmpInst::ICMP_SGE);
  return E.B.CreateZExt(E.B.CreateICmp(P, X, Y), X->getType());
}

/// In 32 bits, where lanes of any sign are comparable.
static Value *compute(AssemblyEmitter &E, const VideoForm &F, Value *X,
                      Value *Y) {
  if (F.Op == "add")
    return E.B.CreateAdd(X, Y);
  if (F.Op == "sub")
    return E.B.CreateSub(X, Y);
  if (F.Op == "avrg")
    return E.B.CreateAShr(E.B.CreateAdd(E.B.CreateAdd(X, Y), E.B.getInt32(1)),
                          1);
  if (F.Op == "absdiff")
    return E.intrinsic(Intrinsic::abs, {E.B.CreateSub(X, Y), E.B.getFalse()},
                       {X->getType()});
  if (F.Op == "min")
    return call(E, Intrinsic::smin, X, Y);
  if (F.Op == "max")
    return call(E, Intrinsic::smax, X, Y);
  return F.Op == "set" && !F.Comparison.empty() ? isSet(E, F, X, Y) : nullptr;
}

static Value *saturate(AssemblyEmitter &E, Value *V, const NumberType &D,
                       unsigned Bits) {
  int64_t Low = D.isSigned() ? -(int64_t(1) << (Bits - 1)) : 0;
  int64_t High = (int64_t(1) << (D.isSigned() ? Bits - 1 : Bits)) - 1;
  V = call(E, Intrinsic::smax, V, ConstantInt::getSigned(V->getType(), Low));
  return call(E, Intrinsic::smin, V,
              ConstantInt::getSigned(V->getType(), High));
}

bool emitVideo(AssemblyEmitter &E, const Instruction &I) {
  auto F = decode(I);
  if (!F)
    return false;
  unsigned Bits = 32 / F->Lanes;
  Value *X = E.read(I.Operands[1], 32), *Y = E.read(I.Operands[2], 32);
  auto Lane = [&](Value *V, unsigned L, const NumberType &T) {
    V = E.B.CreateTrunc(E.B.CreateLShr(V, uint64_t(L) * Bits), E.integer(Bits));
    return T.isSigned() ? E.B.CreateSExt(V, E.integer(32))
                        : E.B.CreateZExt(V, E.integer(32));
  };
  Value *Packed = E.B.getInt32(0), *Sum = E.read(I.Operands[3], 32);
  for (unsigned L = 0; L < F->Lanes; ++L) {
    Value *V = compute(E, *F, Lane(X, L, F->A), Lane(Y, L, F->C));
    if (!V)
      return false;
    if (F->Saturates)
      V = saturate(E, V, F->D, Bits);
    Sum = E.B.CreateAdd(Sum, V);
    V = E.B.CreateZExt(E.B.CreateTrunc(V, E.integer(Bits)), E.integer(32));
    Packed = E.B.CreateOr(Packed, E.B.CreateShl(V, uint64_t(L) * Bits));
  }
  E.write(I.Operands[0], F->Sums ? Sum : Packed);
  return true;
}

} // namespace racemap::cpu
