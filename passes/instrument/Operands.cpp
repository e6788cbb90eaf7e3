// Operands - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Operands.h"
#include "llvm/IR/InlineAsm.h"

namespace racemap::instrument {

using namespace llvm;

/// Registers count zero-extended, constants sign-extended.
Value *Operands::addend(const Value *Operand) {
  auto *V = const_cast<Value *>(Operand);
  if (V->getType()->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  if (!V->getType()->isIntegerTy() || V->getType()->getIntegerBitWidth() > 64)
    return nullptr;
  return isa<ConstantInt>(V) ? B.CreateSExt(V, B.getInt64Ty())
                             : B.CreateZExt(V, B.getInt64Ty());
}

Value *Operands::sum(const ptx::KnownValue &V) {
  const auto *Call = dyn_cast<CallBase>(&At);
  if (!Call || !V.isSum() || V.Special || !V.Symbol.empty())
    return nullptr;
  Value *Sum = nullptr;
  for (unsigned Index : V.Operands) {
    const Value *Operand = lift::assemblyOperand(*Call, Index);
    Value *Next = Operand ? addend(Operand) : nullptr;
    if (!Next)
      return nullptr;
    Sum = Sum ? B.CreateAdd(Sum, Next) : Next;
  }
  Value *Constant = B.getInt64(V.Constant);
  if (!Sum)
    return Constant;
  if (V.Constant != 0)
    Sum = B.CreateAdd(Sum, Constant);
  return V.Bits < 64 ? B.CreateAnd(Sum, maskTrailingOnes<uint64_t>(V.Bits))
                     : Sum;
}

Value *Operands::integer(const Quantity &Q) {
  if (Q.Known)
    return sum(*Q.Known);
  if (!Q.Value)
    return B.getInt64(Q.Number);
  return B.CreateZExtOrTrunc(Q.Value, B.getInt64Ty());
}

/// An address in the window of a state space, as a generic one: nothing but PTX
/// says that in IR for integers.
Value *Operands::fromWindow(Value *Address, StringRef Space) {
  auto *Type = FunctionType::get(B.getInt64Ty(), {B.getInt64Ty()}, false);
  return B.CreateCall(InlineAsm::get(Type,
                                     ("cvta." + Space + ".u64 $0, $1;").str(),
                                     "=l,l", /*hasSideEffects=*/false),
                      {Address});
}

/// A pointer that the text takes as it is.
Value *Operands::asGiven(const Place &P) {
  const auto *Call = dyn_cast<CallBase>(&At);
  bool IsWindow = P.Space == ptx::StateSpace::Shared ||
                  P.Space == ptx::StateSpace::SharedCluster;
  auto Step = Call && P.Address.Known && !IsWindow
                  ? lift::addressIn(*Call, *P.Address.Known)
                  : std::nullopt;
  bool IsPointer = Step && Step->Displacement == 0 &&
                   Step->Operand->getType()->isPointerTy();
  return IsPointer ? const_cast<Value *>(Step->Operand) : nullptr;
}

Value *Operands::pointer(const Place &P) {
  Value *Pointer = P.Address.Value ? P.Address.Value : asGiven(P);
  if (!Pointer) {
    Value *Address = integer(P.Address);
    if (!Address)
      return nullptr;
    if (P.Space == ptx::StateSpace::Shared)
      Address = fromWindow(Address, "shared");
    else if (P.Space == ptx::StateSpace::SharedCluster)
      Address = fromWindow(Address, "shared::cluster");
    Pointer = B.CreateIntToPtr(Address, B.getPtrTy());
  }
  if (Pointer->getType()->getPointerAddressSpace() != 0)
    Pointer = B.CreateAddrSpaceCast(Pointer, B.getPtrTy());
  return P.Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, P.Offset)
                  : Pointer;
}

static CmpInst::Predicate predicate(const ptx::Guard &When) {
  using Comparison = ptx::Guard::Comparison;
  bool IsSigned = When.T.C == ptx::Type::Class::Signed;
  switch (When.C) {
  case Comparison::Eq:
    return CmpInst::ICMP_EQ;
  case Comparison::Ne:
    return CmpInst::ICMP_NE;
  case Comparison::Lt:
    return IsSigned ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  case Comparison::Le:
    return IsSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
  case Comparison::Gt:
    return IsSigned ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT;
  case Comparison::Ge:
    return IsSigned ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE;
  }
  return CmpInst::ICMP_NE;
}

Value *Operands::condition(const ptx::Guard &When) {
  switch (When.K) {
  case ptx::Guard::Kind::Always:
    return B.getTrue();
  case ptx::Guard::Kind::Unknown:
    return nullptr;
  case ptx::Guard::Kind::Compare:
    break;
  }
  if (When.T.C == ptx::Type::Class::Float)
    return nullptr;
  Value *Left = sum(When.Left), *Right = sum(When.Right);
  if (!Left || !Right)
    return nullptr;
  Type *Width = B.getIntNTy(When.T.Bits ? When.T.Bits : 64);
  Value *Holds = B.CreateICmp(predicate(When), B.CreateTrunc(Left, Width),
                              B.CreateTrunc(Right, Width));
  return When.Negated ? B.CreateNot(Holds) : Holds;
}

} // namespace racemap::instrument
