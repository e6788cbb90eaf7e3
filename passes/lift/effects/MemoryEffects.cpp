// MemoryEffects - instructions that are no calls, and what follows from the
// effects of all of them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/MemoryEffects.h"
#include "passes/lift/effects/BarrierObjectCalls.h"
#include "passes/lift/effects/PointerSteps.h"
#include "passes/lift/module/SourceNames.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace racemap::lift {

using namespace llvm;

Effect Effect::unknown(std::string Reason) {
  Effect E;
  E.TheKind = Kind::Unknown;
  E.Reason = std::move(Reason);
  return E;
}

Effect Effect::access(MemoryAccess A) {
  Effect E;
  E.TheKind = Kind::Accesses;
  E.Accesses.push_back(std::move(A));
  return E;
}

void MemoryAccess::setForm(const AccessForm &F) {
  Operation = F.TheOperation;
  AtomicScope = F.Scope;
  Acquires = F.acquires();
  Releases = F.releases();
  Volatile = F.isVolatile();
}

static uint64_t storeSize(const Instruction &I, Type *T) {
  return I.getModule()->getDataLayout().getTypeStoreSize(T).getFixedValue();
}

/// Of what formOf knows.
static MemoryAccess access(const Instruction &I, const Value *Pointer,
                           Type *T) {
  MemoryAccess A;
  A.setForm(*formOf(I));
  A.Pointer = Pointer;
  A.Size = storeSize(I, T);
  return A;
}

/// CUDA's own functions are sequentially consistent in the IR and order
/// nothing. Where passes have merged instructions, the location no longer tells
/// them from others.
static void distrust(MemoryAccess &A, AtomicOrdering O) {
  if (O == AtomicOrdering::SequentiallyConsistent)
    A.Acquires = A.Releases = false;
}

static Effect readModifyWrite(const AtomicRMWInst &I) {
  using Update = map::Access::Update;
  MemoryAccess A = access(I, I.getPointerOperand(), I.getType());
  distrust(A, I.getOrdering());
  switch (I.getOperation()) {
  case AtomicRMWInst::Sub:
    A.Subtracts = true;
    [[fallthrough]];
  case AtomicRMWInst::Add:
    A.TheUpdate = Update::Add;
    break;
  case AtomicRMWInst::UIncWrap:
    A.TheUpdate = Update::CountTo;
    break;
  case AtomicRMWInst::Or:
    A.TheUpdate = Update::Or;
    break;
  case AtomicRMWInst::Xchg:
    A.TheUpdate = Update::Exchange;
    break;
  default: // of all the others nothing is made
    return Effect::access(A);
  }
  A.Operand = I.getValOperand();
  return Effect::access(A);
}

static Effect compareExchange(const AtomicCmpXchgInst &I) {
  MemoryAccess A =
      access(I, I.getPointerOperand(), I.getNewValOperand()->getType());
  distrust(A, I.getSuccessOrdering());
  A.TheUpdate = map::Access::Update::CompareExchange;
  A.Operand = I.getNewValOperand();
  A.Expected = I.getCompareOperand();
  return Effect::access(A);
}

static Effect store(const StoreInst &S) {
  MemoryAccess A =
      access(S, S.getPointerOperand(), S.getValueOperand()->getType());
  A.Stored = S.getValueOperand();
  if (S.isAtomic()) {
    A.TheUpdate = map::Access::Update::Exchange;
    A.Operand = S.getValueOperand();
  }
  return Effect::access(A);
}

Effect effectOf(const Instruction &I) {
  if (const auto *L = dyn_cast<LoadInst>(&I))
    return Effect::access(access(I, L->getPointerOperand(), L->getType()));
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return store(*S);
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return readModifyWrite(*A);
  if (const auto *A = dyn_cast<AtomicCmpXchgInst>(&I))
    return compareExchange(*A);
  Effect E;
  if (isa<FenceInst>(I)) {
    E.TheKind = Effect::Kind::Fence;
    E.FenceScope = cast<FenceInst>(I).getOrdering() == AtomicOrdering::Acquire
                       ? map::Scope::Thread
                       : scopeOf(I, cast<FenceInst>(I).getSyncScopeID());
    return E;
  }
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return effectOfCall(*Call);
  if (isa<UnreachableInst>(I)) {
    E.TheKind = Effect::Kind::Abort;
    return E;
  }
  if (I.mayReadOrWriteMemory())
    return Effect::unknown("unaccounted instruction: " + textOf(I));
  return E;
}

SmallVector<Effect, 2> effectsOf(const Instruction &I) {
  SmallVector<Effect, 2> Result;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (Call && Call->isInlineAsm())
    return effectsOfAssembly(*Call);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  if (Name.consume_front("llvm.nvvm.cp.async."))
    return effectsOfAsyncCopy(*Call, Name);
  if (isBarrierObject(I))
    return effectsOfBarrierObject(*Call);
  Effect E = effectOf(I);
  if (E.TheKind != Effect::Kind::None)
    Result.push_back(std::move(E));
  return Result;
}

WriteSet writtenPointers(const Instruction &I) {
  WriteSet W;
  for (const Effect &E : effectsOf(I)) {
    W.Anything |= E.TheKind == Effect::Kind::Unknown;
    for (const MemoryAccess &A : E.Accesses)
      if (map::Access::writes(A.Operation) && !A.Place)
        W.Pointers.push_back(A.Pointer);
  }
  return W;
}

/// A call or another instruction that accesses memory through its operands.
static PrivateUse accessUse(const Use &U) {
  const auto &I = *cast<Instruction>(U.getUser());
  auto Effects = effectsOf(I);
  // A barrier object looks at the token of an arrival.
  if (Effects.empty() || isBarrierObject(I))
    return PrivateUse::Reads;
  bool Through = false, Writes = false;
  for (const Effect &E : Effects) {
    if (E.TheKind == Effect::Kind::Unknown)
      return PrivateUse::Escapes;
    if (E.Accesses.empty())
      Through = true; // it only looks at the value
    for (const MemoryAccess &A : E.Accesses) {
      if (A.Stored == U.get() && A.Pointer != U.get())
        return PrivateUse::Escapes;
      Through |= A.Pointer == U.get();
      Writes |= A.Pointer == U.get() && map::Access::writes(A.Operation);
    }
  }
  if (!Through)
    return PrivateUse::Escapes;
  return Writes ? PrivateUse::Writes : PrivateUse::Reads;
}

PrivateUse privateUse(const Use &U) {
  const User *By = U.getUser();
  if (is_contained(stepsOf(By), U.get()))
    return PrivateUse::Derives;
  if (isa<ICmpInst>(By))
    return PrivateUse::Reads;
  if (isAddressStep(*By))
    return PrivateUse::Derives;
  if (const auto *S = dyn_cast<StoreInst>(By))
    return U.getOperandNo() == S->getPointerOperandIndex()
               ? PrivateUse::Writes
               : PrivateUse::Escapes;
  if (const auto *X = dyn_cast<AtomicCmpXchgInst>(By))
    return U.getOperandNo() == X->getPointerOperandIndex()
               ? PrivateUse::Writes
               : PrivateUse::Escapes;
  if (isa<LoadInst>(By))
    return PrivateUse::Reads;
  if (isa<CallBase, AtomicRMWInst>(By))
    return accessUse(U);
  return PrivateUse::Escapes;
}

} // namespace racemap::lift
