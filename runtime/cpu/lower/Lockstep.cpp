// Lockstep - the lanes of a warp advance together, as on GPUs before Volta.
//
// In:  device code with inline PTX lowered, not yet optimised.
// Out: before each access to memory that lanes may share, and before what
//      instrumented code says of it, a call with which the lanes meet: when no
//      lane of the warp can go on otherwise, those at the earliest such call
//      do, all of them (Warp). So lanes that part at a condition are together
//      again behind it, those that leave a loop wait for the others, and one
//      access is done by all of them before the next one begins. They also meet
//      at the end of each iteration of a loop with accesses: who has skipped
//      one would come to the next iteration's while others are at this one's.
// An access whose value others may wait for is no progress by itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/cpu/lower/Lower.h"
#include "runtime/device/Abi.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace racemap::cpu {

using namespace llvm;

static bool isShared(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer, /*MaxLookup=*/0);
  auto *Variable = dyn_cast<GlobalVariable>(Object);
  return !isa<AllocaInst>(Object) && !(Variable && Variable->isConstant());
}

/// Does what instrumented code announces follow?
static bool announces(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == device::abi::Access ||
                    Callee->getName() == device::abi::Store ||
                    Callee->getName() == device::abi::CopyBegin);
}

static bool isAccess(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isShared(Load->getPointerOperand());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isShared(Store->getPointerOperand());
  if (auto *Copy = dyn_cast<MemTransferInst>(&I))
    return isShared(Copy->getRawDest()) || isShared(Copy->getRawSource());
  if (auto *Fill = dyn_cast<MemSetInst>(&I))
    return isShared(Fill->getRawDest());
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return true;
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("llvm.nvvm.atomic.");
}

/// The access that is announced, or the instruction itself.
static const Instruction &accessOf(const Instruction &I) {
  const Instruction *At = &I;
  while (At && !isAccess(*At))
    At = At->getNextNode();
  return At ? *At : I;
}

/// May a loop wait for what it finds?
static bool mayWait(const Instruction &Access) {
  if (auto *Load = dyn_cast<LoadInst>(&Access))
    return Load->isVolatile() || Load->isAtomic();
  return isa<AtomicRMWInst, AtomicCmpXchgInst, CallInst>(Access);
}

static void meetBefore(Instruction &I, FunctionCallee Meet, bool MayWait) {
  IRBuilder<> At(&I);
  At.CreateCall(Meet, {At.getInt32(MayWait)});
}

static void meetAtAccesses(BasicBlock &B, FunctionCallee Meet) {
  // The lanes have met, and none has accessed anything since.
  bool HaveMet = false;
  for (Instruction &I : make_early_inc_range(B)) {
    bool Accesses = isAccess(I);
    if (!HaveMet && (Accesses || announces(I)))
      meetBefore(I, Meet, mayWait(accessOf(I)));
    HaveMet = !Accesses && (HaveMet || announces(I));
  }
}

/// All ways back to the beginning of a loop go through one block.
static void meetInLoops(Function &F, FunctionCallee Meet) {
  DominatorTree Tree(F);
  LoopInfo Loops(Tree);
  for (Loop *L : Loops)
    simplifyLoop(L, &Tree, &Loops, nullptr, nullptr, nullptr,
                 /*PreserveLCSSA=*/false);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    BasicBlock *Latch = L->getLoopLatch();
    bool Accesses = any_of(
        L->blocks(), [](const BasicBlock *B) { return any_of(*B, isAccess); });
    if (Latch && Accesses)
      meetBefore(*Latch->getTerminator(), Meet, /*MayWait=*/true);
  }
}

void addLockstep(Module &M) {
  Type *Int = Type::getInt32Ty(M.getContext());
  FunctionCallee Meet =
      M.getOrInsertFunction(LockstepCall, Type::getVoidTy(M.getContext()), Int);
  cast<Function>(Meet.getCallee())->addFnAttr(Attribute::Convergent);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    for (BasicBlock &B : F)
      meetAtAccesses(B, Meet);
    meetInLoops(F, Meet);
  }
}

} // namespace racemap::cpu
