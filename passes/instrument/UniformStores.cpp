// UniformStores - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/UniformStores.h"
#include "passes/lift/module/LLVMCompat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

using namespace llvm;

/// The pointer without what is added to it, which is in Offset.
static const Value *baseOf(const Value &Pointer, const Function &F,
                           int64_t &Offset) {
  APInt Bytes(64, 0);
  const Value *Base = Pointer.stripAndAccumulateConstantOffsets(
      F.getParent()->getDataLayout(), Bytes, /*AllowNonInbounds=*/true);
  Offset = Bytes.getSExtValue();
  return Base;
}

UniformStores::Write UniformStores::writeOf(const StoreInst &Store) {
  const Function &F = *Store.getFunction();
  Write W;
  W.Stored = Store.getValueOperand();
  W.Base = baseOf(*Store.getPointerOperand(), F, W.Offset);
  W.Bytes =
      F.getParent()->getDataLayout().getTypeStoreSize(W.Stored->getType());
  return W;
}

/// What stands for all pointers that are based on the object.
const Value *UniformStores::wayOf(const Value &Object) const {
  if (isa<Argument, GlobalVariable, AllocaInst>(Object))
    return &Object;
  const auto *Load = dyn_cast<LoadInst>(&Object);
  if (!Load)
    return nullptr;
  int64_t Offset = 0;
  const Value *From = baseOf(*Load->getPointerOperand(), F, Offset);
  const auto *A = dyn_cast<Argument>(From);
  if (!A || !A->hasByValAttr())
    return nullptr;
  return Members.try_emplace({A, Offset}, &Object).first->second;
}

void UniformStores::add(const Instruction &I, ArrayRef<Event> Some) {
  auto AddTo = [&](const Value *Pointer, const Write &W) {
    bool IsKnown = In.all(Pointer, [&](const Value *Object) {
      Writes[wayOf(*Object)].push_back(W);
      return true;
    });
    if (!IsKnown)
      Writes[nullptr].push_back(W);
  };
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return AddTo(Store->getPointerOperand(), writeOf(*Store));
  for (const Event &E : Some)
    if (E.K == Event::Kind::Unknown)
      Writes[nullptr].push_back({});
    else if (E.K == Event::Kind::CopyBegin ||
             (E.K == Event::Kind::Access && E.How.Op != fsm::Operation::Read))
      AddTo(Objects::pointerOf(I, E.To), {});
  // What is not inlined may write anywhere.
  if (const auto *Call = dyn_cast<CallBase>(&I))
    if (const Function *Callee = Call->getCalledFunction();
        Callee && !Callee->isDeclaration())
      Writes[nullptr].push_back({});
}

/// The blocks of a grid and the threads of a block are as many for all of them.
static bool isDimension(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return true;
  default:
    return false;
  }
}

bool UniformStores::isUniform(const Value &V) const {
  // Addresses of shared variables are each block's own.
  if (isa<Constant>(V))
    return isa<ConstantData>(V) && !isa<UndefValue>(V);
  if (const auto *A = dyn_cast<Argument>(&V))
    return lift::hasKernelConvention(F) && !A->hasByValAttr();
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || isDimension(*I))
    return I;
  return isa<BinaryOperator, CastInst, CmpInst, SelectInst>(I) &&
         all_of(I->operand_values(),
                [&](const Value *Operand) { return isUniform(*Operand); });
}

const Value *UniformStores::valueOf(const StoreInst &Store) const {
  Write Own = writeOf(Store);
  if (!isUniform(*Own.Stored))
    return nullptr;
  auto Agrees = [&](const Write &Other) {
    return Other.Stored == Own.Stored || Own.isBeside(Other);
  };
  auto AllAgree = [&](const Value *Way) {
    auto Found = Writes.find(Way);
    return Found == Writes.end() || all_of(Found->second, Agrees);
  };
  // Nobody knows where one without a way leads: it may be anywhere.
  bool IsOnlyOne = In.all(Store.getPointerOperand(), [&](const Value *Object) {
    if (const Value *Way = wayOf(*Object))
      return AllAgree(Way) && AllAgree(nullptr);
    return all_of(Writes, [&](auto &OfWay) { return AllAgree(OfWay.first); });
  });
  return IsOnlyOne ? Own.Stored : nullptr;
}

} // namespace racemap::instrument
