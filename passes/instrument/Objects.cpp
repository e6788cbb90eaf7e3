// Objects - see the header.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Objects.h"
#include "passes/lift/module/LLVMCompat.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace racemap::instrument {

using namespace llvm;

/// Address spaces of NVPTX.
enum : unsigned {
  Global = 1,
  Shared = 3,
  Constant = 4,
  Local = 5,
  Param = 101
};

static unsigned spaceNumber(const Value *V) {
  return V->getType()->isPointerTy() ? V->getType()->getPointerAddressSpace()
                                     : 0;
}

const Value *Objects::pointerOf(const Instruction &I, const Place &P) {
  if (P.Address.Value)
    return P.Address.Value;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || !P.Address.Known)
    return nullptr;
  auto Step = lift::addressIn(*Call, *P.Address.Known);
  return Step ? lift::addressWithin(Step->Operand) : nullptr;
}

bool Objects::all(const Value *Pointer,
                  function_ref<bool(const Value *)> Predicate) const {
  if (!Pointer || !Pointer->getType()->isPointerTy())
    return false;
  SmallVector<const Value *, 4> Found;
  getUnderlyingObjects(Pointer, Found, /*LI=*/nullptr, /*MaxLookup=*/0);
  return !Found.empty() && all_of(Found, Predicate);
}

bool isOnlyRead(const Value &Pointer) {
  return all_of(Pointer.users(), [&](const User *U) {
    if (isa<GEPOperator, BitCastOperator, AddrSpaceCastOperator>(U))
      return isOnlyRead(*U);
    const auto *Copy = dyn_cast<MemTransferInst>(U);
    return isa<LoadInst>(U) || (Copy && Copy->getRawDest() != &Pointer) ||
           (isa<IntrinsicInst>(U) &&
            cast<IntrinsicInst>(U)->isLifetimeStartOrEnd());
  });
}

bool isTable(const GlobalVariable &V) {
  return V.isConstant() ||
         (V.hasLocalLinkage() && V.getName().starts_with("__cudart_") &&
          isOnlyRead(V));
}

/// On the thread's stack. The CPU device sees that accesses stay there
/// (runtime/cpu/lower/LocalBounds.cpp).
static bool isOwn(const Value *Object) {
  if (isa<AllocaInst>(Object))
    return true;
  if (const auto *A = dyn_cast<Argument>(Object); A && A->hasByValAttr())
    return true;
  return spaceNumber(Object) == Local;
}

static bool isConstant(const Value *Object) {
  if (const auto *G = dyn_cast<GlobalVariable>(Object); G && isTable(*G))
    return true;
  unsigned Space = spaceNumber(Object);
  return Space == Constant || Space == Param;
}

bool Objects::isUnshared(const Value *Pointer, bool IsWritten) const {
  return all(Pointer, [&](const Value *Object) {
    return isOwn(Object) || (!IsWritten && isConstant(Object));
  });
}

bool Objects::mayLeaveConstant(const Value *Pointer,
                               std::optional<uint64_t> Bytes) const {
  const DataLayout &Layout = F.getDataLayout();
  auto IsOther = [&](const Value *Object) {
    const auto *G = dyn_cast<GlobalVariable>(Object);
    // The host may write it before a launch: the source has made it.
    if (!G || G->getAddressSpace() != Constant || !G->isExternallyInitialized())
      return true;
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    uint64_t Size = Layout.getTypeAllocSize(G->getValueType());
    return Bytes && Size >= *Bytes &&
           Pointer->stripAndAccumulateConstantOffsets(
               Layout, Offset, /*AllowNonInbounds=*/true) == G &&
           Offset.ule(Size - *Bytes);
  };
  return Pointer && Pointer->getType()->isPointerTy() && !all(Pointer, IsOther);
}

device::Space Objects::spaceOf(const Place &P, const Value *Pointer) const {
  if (P.Address.Known && P.Space == ptx::StateSpace::Shared)
    return device::Space::Shared;
  if (P.Address.Known && P.Space == ptx::StateSpace::Global)
    return device::Space::Global;
  if (!Pointer)
    return device::Space::Generic;
  if (all(Pointer, [](const Value *O) { return spaceNumber(O) == Shared; }))
    return device::Space::Shared;
  bool IsKernel = lift::hasKernelConvention(F);
  auto IsGlobal = [&](const Value *O) {
    // Whoever launches a kernel has no other pointers.
    return spaceNumber(O) == Global || (IsKernel && isa<Argument>(O));
  };
  return spaceNumber(Pointer) == Global || all(Pointer, IsGlobal)
             ? device::Space::Global
             : device::Space::Generic;
}

/// A pointer read out of a parameter passed by value: "p.data".
static std::string memberOf(const LoadInst &L, const lift::SourceNames &Names) {
  APInt Offset(64, 0);
  const DataLayout &Layout = L.getModule()->getDataLayout();
  const Value *From = L.getPointerOperand()->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  const auto *A = dyn_cast<Argument>(From);
  return A && A->hasByValAttr() ? Names.memberOf(*A, Offset.getZExtValue())
                                : "";
}

std::string Objects::nameOf(const Value *Pointer) const {
  std::string Arrows; // as many as pointers that were read in memory
  SmallPtrSet<const Value *, 4> Seen;
  while (Pointer && Pointer->getType()->isPointerTy()) {
    const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
    const auto *L = dyn_cast<LoadInst>(Object);
    std::string Name = L ? memberOf(*L, Names) : "";
    if (const auto *G = dyn_cast<GlobalVariable>(Object))
      Name = Names.nameOf(*G);
    else if (Name.empty() && (L || isa<Argument>(Object)))
      Name = Names.nameOf(Object, "");
    if (!Name.empty())
      return Name + Arrows;
    if (!L || !Seen.insert(L).second)
      return "";
    Pointer = L->getPointerOperand();
    Arrows += "->";
  }
  return "";
}

} // namespace racemap::instrument
