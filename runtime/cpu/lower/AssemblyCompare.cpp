// AssemblyCompare - set, setp, selp, slct, testp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Instruction;
using ptx::Operand;

static CmpInst::Predicate integerPredicate(StringRef Name, bool IsSigned) {
  auto Ordered = [&](CmpInst::Predicate S, CmpInst::Predicate U) {
    return IsSigned ? S : U;
  };
  return StringSwitch<CmpInst::Predicate>(Name)
      .Case("eq", CmpInst::ICMP_EQ)
      .Case("ne", CmpInst::ICMP_NE)
      .Case("lt", Ordered(CmpInst::ICMP_SLT, CmpInst::ICMP_ULT))
      .Case("le", Ordered(CmpInst::ICMP_SLE, CmpInst::ICMP_ULE))
      .Case("gt", Ordered(CmpInst::ICMP_SGT, CmpInst::ICMP_UGT))
      .Case("ge", Ordered(CmpInst::ICMP_SGE, CmpInst::ICMP_UGE))
      .Case("lo", CmpInst::ICMP_ULT)
      .Case("ls", CmpInst::ICMP_ULE)
      .Case("hi", CmpInst::ICMP_UGT)
      .Case("hs", CmpInst::ICMP_UGE)
      .Default(CmpInst::BAD_ICMP_PREDICATE);
}

static CmpInst::Predicate floatPredicate(StringRef Name) {
  return StringSwitch<CmpInst::Predicate>(Name)
      .Case("eq", CmpInst::FCMP_OEQ)
      .Case("ne", CmpInst::FCMP_ONE)
      .Case("lt", CmpInst::FCMP_OLT)
      .Case("le", CmpInst::FCMP_OLE)
      .Case("gt", CmpInst::FCMP_OGT)
      .Case("ge", CmpInst::FCMP_OGE)
      .Case("equ", CmpInst::FCMP_UEQ)
      .Case("neu", CmpInst::FCMP_UNE)
      .Case("ltu", CmpInst::FCMP_ULT)
      .Case("leu", CmpInst::FCMP_ULE)
      .Case("gtu", CmpInst::FCMP_UGT)
      .Case("geu", CmpInst::FCMP_UGE)
      .Case("num", CmpInst::FCMP_ORD)
      .Case("nan", CmpInst::FCMP_UNO)
      .Default(CmpInst::BAD_FCMP_PREDICATE);
}

namespace {

/// "lt.and.ftz.u32.f32": how to compare, what to combine it with, the type of
/// the result (of set) and of the operands.
struct Comparison {
  StringRef Name, Combine;
  std::optional<NumberType> To;
  NumberType T;
};

} // namespace

static std::optional<Comparison> decode(const Instruction &I) {
  ModifierList M(I);
  Comparison C;
  C.Name =
      M.takeAnyOf({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs",
                   "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
  C.Combine = M.takeAnyOf({"and", "or", "xor"});
  M.ignore({"ftz"});
  if (I.Opcode == "set")
    C.To = M.takeType();
  auto T = M.takeType();
  if (C.Name.empty() || !T || !M.empty() || (I.Opcode == "set" && !C.To))
    return std::nullopt;
  C.T = *T;
  return C;
}

static Value *compare(AssemblyEmitter &E, const Comparison &C, Value *X,
                      Value *Y) {
  if (C.T.isFloat())
    return E.B.CreateFCmp(floatPredicate(C.Name), X, Y);
  auto P = integerPredicate(C.Name, C.T.isSigned());
  if (P == CmpInst::BAD_ICMP_PREDICATE) {
    E.fail("its comparison is not one of integers");
    return E.B.getFalse();
  }
  return E.B.CreateICmp(P, X, Y);
}

static Value *combine(AssemblyEmitter &E, StringRef How, Value *X, Value *Y) {
  if (How == "and")
    return E.B.CreateAnd(X, Y);
  return How == "or" ? E.B.CreateOr(X, Y) : E.B.CreateXor(X, Y);
}

static Value *result(AssemblyEmitter &E, const Instruction &I,
                     const Comparison &C) {
  return compare(E, C, E.read(I.Operands[1], C.T), E.read(I.Operands[2], C.T));
}

/// setp d|q, a, b{, c}: q is the opposite, combined with the same. Two lanes
/// give one predicate each.
static bool emitSetp(AssemblyEmitter &E, const Instruction &I) {
  auto C = decode(I);
  if (!C || I.Operands.size() != (C->Combine.empty() ? 3 : 4))
    return false;
  Value *Is = result(E, I, *C);
  const Operand &To = I.Operands[0];
  Value *Other = C->Combine.empty() ? nullptr : E.readPredicate(I.Operands[3]);
  auto Combined = [&](Value *V) {
    return Other ? combine(E, C->Combine, V, Other) : V;
  };
  if (C->T.Lanes == 2) {
    if (!To.is(Operand::Kind::Pair))
      return false;
    for (unsigned L = 0; L < 2; ++L)
      E.write(To.Elements[L], Combined(E.B.CreateExtractElement(Is, L)));
    return true;
  }
  bool IsPair = To.is(Operand::Kind::Pair);
  Value *First = Combined(Is), *Second = Combined(E.B.CreateNot(Is));
  E.write(IsPair ? To.Elements[0] : To, First);
  if (IsPair)
    E.write(To.Elements[1], Second);
  return true;
}

/// set: 1.0 for a float result, all ones for an integer.
static bool emitSet(AssemblyEmitter &E, const Instruction &I) {
  auto C = decode(I);
  if (!C || I.Operands.size() != (C->Combine.empty() ? 3 : 4))
    return false;
  Value *Is = result(E, I, *C);
  if (!C->Combine.empty())
    Is = combine(E, C->Combine, Is, E.readPredicate(I.Operands[3]));
  NumberType To = *C->To;
  // set.f16x2.f16x2, set.u32.f16x2: a half for each lane.
  if (C->T.Lanes == 2 && To.Lanes == 1)
    To = {To.K, 16, 2};
  Type *T = E.typeOf(To);
  Value *Yes =
      To.isFloat() ? ConstantFP::get(T, 1) : Constant::getAllOnesValue(T);
  E.write(I.Operands[0], E.B.CreateSelect(Is, Yes, Constant::getNullValue(T)));
  return true;
}

static bool emitSelp(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  auto T = M.takeType();
  if (!T || !M.empty() || I.Operands.size() != 4)
    return false;
  E.write(I.Operands[0],
          E.B.CreateSelect(E.readPredicate(I.Operands[3]),
                           E.read(I.Operands[1], T->size()),
                           E.read(I.Operands[2], T->size())),
          T->isSigned());
  return true;
}

/// slct d, a, b, c: a if c >= 0
static bool emitSlct(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  M.ignore({"ftz"});
  auto T = M.takeType(), C = M.takeType();
  if (!T || !C || !M.empty() || I.Operands.size() != 4)
    return false;
  Value *By = E.read(I.Operands[3], *C);
  Value *Zero = Constant::getNullValue(By->getType());
  Value *Is =
      C->isFloat() ? E.B.CreateFCmpOGE(By, Zero) : E.B.CreateICmpSGE(By, Zero);
  E.write(I.Operands[0], E.B.CreateSelect(Is, E.read(I.Operands[1], T->size()),
                                          E.read(I.Operands[2], T->size())));
  return true;
}

static bool emitTestp(AssemblyEmitter &E, const Instruction &I) {
  ModifierList M(I);
  unsigned Class =
      StringSwitch<unsigned>(M.takeAnyOf({"finite", "infinite", "number",
                                          "notanumber", "normal", "subnormal"}))
          .Case("finite", fcFinite)
          .Case("infinite", fcInf)
          .Case("number", fcAllFlags & ~unsigned(fcNan))
          .Case("notanumber", fcNan)
          .Case("normal", fcNormal)
          .Case("subnormal", fcSubnormal)
          .Default(0);
  auto T = M.takeType();
  if (Class == 0 || !T || !T->isFloat() || !M.empty() || I.Operands.size() != 2)
    return false;
  E.write(I.Operands[0], E.B.createIsFPClass(E.read(I.Operands[1], *T), Class));
  return true;
}

bool emitComparison(AssemblyEmitter &E, const Instruction &I) {
  return StringSwitch<AssemblyHandler>(I.Opcode)
      .Case("setp", emitSetp)
      .Case("set", emitSet)
      .Case("selp", emitSelp)
      .Case("slct", emitSlct)
      .Case("testp", emitTestp)
      .Default([](AssemblyEmitter &, const Instruction &) { return false; })(E,
                                                                             I);
}

} // namespace racemap::cpu
