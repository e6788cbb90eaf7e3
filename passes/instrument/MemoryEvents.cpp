// MemoryEvents - loads, stores, atomics, fences and copies of the IR.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/instrument/Event.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace racemap::instrument {

using namespace llvm;
using device::Order;
using fsm::Operation;

static uint64_t storeSize(const Instruction &I, Type *T) {
  return I.getModule()->getDataLayout().getTypeStoreSize(T).getFixedValue();
}

fsm::Scope scopeOf(map::Scope S) {
  switch (S) {
  case map::Scope::Thread:
    return fsm::Scope::Thread;
  case map::Scope::Warp:
    return fsm::Scope::Warp;
  case map::Scope::Block:
    return fsm::Scope::Block;
  case map::Scope::Cluster:
    return fsm::Scope::Cluster;
  case map::Scope::Grid:
  case map::Scope::System:
    return fsm::Scope::Grid;
  }
  llvm_unreachable("all scopes are handled");
}

static Operation atomicAt(fsm::Scope S, Operation Plain) {
  switch (S) {
  case fsm::Scope::Thread:
    return Plain;
  case fsm::Scope::Warp:
  case fsm::Scope::Block:
    return Operation::AtomicBlock;
  case fsm::Scope::Cluster:
    return Operation::AtomicCluster;
  case fsm::Scope::Grid:
    return Operation::AtomicGrid;
  }
  llvm_unreachable("all scopes are handled");
}

Order orderOf(ptx::Ordering O) {
  switch (O) {
  case ptx::Ordering::Weak:
  case ptx::Ordering::Relaxed:
    return Order::None;
  case ptx::Ordering::Volatile:
    return Order::Volatile;
  case ptx::Ordering::Acquire:
    return Order::Acquire;
  case ptx::Ordering::Release:
    return Order::Release;
  case ptx::Ordering::AcqRel:
    return Order::AcqRel;
  }
  llvm_unreachable("all orderings are handled");
}

device::Descriptor descriptorOf(const lift::AccessForm &F) {
  using Form = map::Access::Operation;
  device::Descriptor How;
  How.Op =
      map::Access::writes(F.TheOperation) ? Operation::Write : Operation::Read;
  if (F.isAtomic())
    How.Op = atomicAt(scopeOf(F.Scope), How.Op);
  How.Ordering = orderOf(F.Order);
  How.OnlyLoads = isAtomic(How.Op) && F.TheOperation == Form::AtomicRead;
  How.OnlyStores = isAtomic(How.Op) && F.TheOperation == Form::AtomicWrite;
  return How;
}

/// Of what lift::formOf knows.
static Event access(const Instruction &I, Value *Pointer, Type *T) {
  lift::AccessForm Form = *lift::formOf(I);
  Event E;
  E.To.Address = Quantity::value(Pointer);
  E.Bytes = Quantity::constant(storeSize(I, T));
  E.How = descriptorOf(Form);
  // Nobody looks at the value; what acquires does so by itself.
  E.How.Unread = Form.TheOperation == map::Access::Operation::ReadModifyWrite &&
                 isAtomic(E.How.Op) && I.use_empty() && !E.How.acquires();
  if (Form.IfFailed && isAtomic(E.How.Op)) {
    E.Failed = E.How;
    E.Failed->OnlyLoads = true;
    E.Failed->Ordering = orderOf(*Form.IfFailed);
  }
  return E;
}

static Events copy(MemIntrinsic &M) {
  Event To;
  To.To.Address = Quantity::value(M.getRawDest());
  To.Bytes = Quantity::value(M.getLength());
  To.How.Op = Operation::Write;
  auto *Transfer = dyn_cast<MemTransferInst>(&M);
  if (!Transfer)
    return {To};
  Event From = To;
  From.To.Address = Quantity::value(Transfer->getRawSource());
  From.How.Op = Operation::Read;
  return {From, To};
}

static Events fence(FenceInst &F) {
  if (F.getSyncScopeID() == SyncScope::SingleThread)
    return {};
  Event E;
  E.K = Event::Kind::Fence;
  E.Scope = scopeOf(lift::scopeOf(F, F.getSyncScopeID()));
  E.How.Ordering = orderOf(lift::orderOf(F.getOrdering()));
  return {E};
}

Events eventsOfMemory(Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return {access(I, L->getPointerOperand(), L->getType())};
  if (auto *S = dyn_cast<StoreInst>(&I))
    return {access(I, S->getPointerOperand(), S->getValueOperand()->getType())};
  if (auto *A = dyn_cast<AtomicRMWInst>(&I))
    return {access(I, A->getPointerOperand(), A->getType())};
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return {
        access(I, X->getPointerOperand(), X->getNewValOperand()->getType())};
  if (auto *M = dyn_cast<MemIntrinsic>(&I))
    return copy(*M);
  if (auto *F = dyn_cast<FenceInst>(&I))
    return fence(*F);
  if (I.mayReadOrWriteMemory())
    return {Event::unknown("this instruction is not monitored: " +
                           std::string(I.getOpcodeName()))};
  return {};
}

} // namespace racemap::instrument
