// AssemblyValues - bits, numbers and calls, for all handlers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace racemap::cpu {

using namespace llvm;
using ptx::Operand;
using ptx::SpecialRegister;

Type *AssemblyEmitter::typeOf(const NumberType &T) {
  Type *Lane = nullptr;
  switch (T.K) {
  case NumberType::Kind::Float:
    Lane = T.Bits == 16   ? B.getHalfTy()
           : T.Bits == 32 ? B.getFloatTy()
                          : B.getDoubleTy();
    break;
  case NumberType::Kind::BFloat:
    Lane = B.getBFloatTy();
    break;
  case NumberType::Kind::Bits:
  case NumberType::Kind::Unsigned:
  case NumberType::Kind::Signed:
  case NumberType::Kind::Predicate:
    Lane = integer(T.Bits);
    break;
  }
  return T.Lanes == 1 ? Lane : FixedVectorType::get(Lane, T.Lanes);
}

Value *AssemblyEmitter::bits(Value *V) {
  Type *T = V->getType();
  if (T->isIntegerTy())
    return V;
  if (T->isPointerTy())
    return B.CreatePtrToInt(V, integer(64));
  return B.CreateBitCast(V, integer(unsigned(T->getPrimitiveSizeInBits())));
}

Value *AssemblyEmitter::number(Value *Bits, const NumberType &T) {
  return B.CreateBitCast(Bits, typeOf(T));
}

Value *AssemblyEmitter::read(const Operand &O, const NumberType &T) {
  return number(read(O, T.size()), T);
}

std::optional<uint64_t> AssemblyEmitter::readConstant(const Operand &O) {
  if (!O.isInteger() && !O.is(Operand::Kind::AsmOperand))
    return std::nullopt;
  auto *C = dyn_cast<ConstantInt>(read(O, 64));
  return C ? std::optional(C->getZExtValue()) : std::nullopt;
}

Value *AssemblyEmitter::intrinsic(Intrinsic::ID Id, ArrayRef<Value *> Args,
                                  ArrayRef<Type *> Types) {
  return B.CreateIntrinsic(Id, Types, Args);
}

Value *AssemblyEmitter::library(StringRef Name, Type *Result,
                                ArrayRef<Value *> Args) {
  SmallVector<Type *, 4> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  auto *T = FunctionType::get(Result, Types, false);
  return B.CreateCall(F.getParent()->getOrInsertFunction(Name, T), Args);
}

Value *AssemblyEmitter::carry() {
  if (!Carry) {
    Carry = place(1);
    IRBuilder<> Behind(Carry->getNextNode());
    Behind.CreateStore(Behind.getFalse(), Carry);
  }
  return B.CreateLoad(integer(1), Carry);
}

void AssemblyEmitter::setCarry(Value *V) {
  carry();
  B.CreateStore(V, Carry);
}

/// "%tid.x" is llvm.nvvm.read.ptx.sreg.tid.x; a few have other names.
static std::string nameOf(SpecialRegister R) {
  std::string Name = ptx::spelling(R).drop_front().str();
  for (StringRef Mask : {"lanemask_", "cluster_"})
    if (StringRef(Name).starts_with(Mask))
      Name[Mask.size() - 1] = '.';
  return "llvm.nvvm.read.ptx.sreg." + Name;
}

/// Which of the 1 KiB parts of the memory that a block keeps for the system a
/// register names; nothing for other registers.
static std::optional<unsigned> reservedPart(SpecialRegister R) {
  if (R == SpecialRegister::ReservedSmemOffsetBegin ||
      R == SpecialRegister::ReservedSmemOffset0)
    return 0;
  if (R == SpecialRegister::ReservedSmemOffset1)
    return 1;
  if (R == SpecialRegister::ReservedSmemOffsetEnd)
    return 2;
  return std::nullopt;
}

Value *AssemblyEmitter::special(SpecialRegister R) {
  if (auto Part = reservedPart(R))
    return library("__racemap_reserved_shared", integer(32),
                   {B.getInt32(*Part)});
  if (R == SpecialRegister::WarpSize)
    return B.getInt32(32);
  Intrinsic::ID Id = Intrinsic::lookupIntrinsicID(nameOf(R));
  if (Id != Intrinsic::not_intrinsic)
    return intrinsic(Id, {});
  if (R == SpecialRegister::GlobaltimerHi || R == SpecialRegister::ClockHi) {
    auto Whole = R == SpecialRegister::ClockHi
                     ? Intrinsic::nvvm_read_ptx_sreg_clock64
                     : Intrinsic::nvvm_read_ptx_sreg_globaltimer;
    return B.CreateTrunc(B.CreateLShr(intrinsic(Whole, {}), 32), integer(32));
  }
  // LLVM has no name for these, SpecialRegisters.cpp does.
  StringRef Name = ptx::spelling(R);
  if (Name.starts_with("%reserved_smem_offset_") ||
      Name.ends_with("_smem_size"))
    return library(nameOf(R), integer(32), {});
  fail(("register " + Name + " is not supported").str());
  return nullptr;
}

} // namespace racemap::cpu
