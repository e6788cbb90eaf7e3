// MemoryEvents - loads, stores, atomics, fences and copies of the IR.
//
// CUDA's atomicAdd() and kin are `atomicrmw ... seq_cst` and `cmpxchg` without
// a scope, but order nothing and are atomic for the device; with a scope, or
// from anywhere but clang's header of them, the instruction means what it says.
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

static fsm::Scope scopeOf(const Instruction &I, SyncScope::ID ID) {
  SmallVector<StringRef, 8> Known;
  I.getContext().getSyncScopeNames(Known);
  StringRef Name = ID < Known.size() ? Known[ID] : "";
  if (Name == "block" || Name == "workgroup")
    return fsm::Scope::Block;
  if (Name == "cluster")
    return fsm::Scope::Cluster;
  if (Name == "singlethread")
    return fsm::Scope::Thread;
  return fsm::Scope::Grid;
}

/// Atomic for its scope; for one thread only, a plain access.
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
  return Plain;
}

static Order orderOf(AtomicOrdering O) {
  switch (O) {
  case AtomicOrdering::NotAtomic:
  case AtomicOrdering::Unordered:
  case AtomicOrdering::Monotonic:
    return Order::None;
  case AtomicOrdering::Acquire:
    return Order::Acquire;
  case AtomicOrdering::Release:
    return Order::Release;
  case AtomicOrdering::AcquireRelease:
  case AtomicOrdering::SequentiallyConsistent:
    return Order::AcqRel;
  }
  return Order::AcqRel;
}

static Event access(const Instruction &I, Value *Pointer, Type *T,
                    Operation Op) {
  Event E;
  E.To.Address = Quantity::value(Pointer);
  E.Bytes = Quantity::constant(storeSize(I, T));
  E.How.Op = Op;
  return E;
}

static Event load(LoadInst &L) {
  Event E = access(L, L.getPointerOperand(), L.getType(), Operation::Read);
  if (L.isAtomic()) {
    E.How.Op = atomicAt(scopeOf(L, L.getSyncScopeID()), Operation::Read);
    E.How.OnlyLoads = fsm::isAtomic(E.How.Op);
    E.How.Ordering = orderOf(L.getOrdering());
  } else if (L.isVolatile()) {
    E.How.Ordering = Order::Volatile;
  }
  return E;
}

static Event store(StoreInst &S) {
  Event E = access(S, S.getPointerOperand(), S.getValueOperand()->getType(),
                   Operation::Write);
  if (S.isAtomic()) {
    E.How.Op = atomicAt(scopeOf(S, S.getSyncScopeID()), Operation::Write);
    E.How.OnlyStores = fsm::isAtomic(E.How.Op);
    E.How.Ordering = orderOf(S.getOrdering());
  } else if (S.isVolatile()) {
    E.How.Ordering = Order::Volatile;
  }
  return E;
}

/// Is it written in the header where clang has CUDA's functions? What does not
/// say where it is from counts as that.
static bool isOfCudasHeader(const Instruction &I) {
  const DILocation *L = I.getDebugLoc().get();
  return !L || L->getFilename().ends_with("__clang_cuda_device_functions.h");
}

/// CUDA's own are sequentially consistent without a scope in the IR, but order
/// nothing.
static Order orderOf(const Instruction &I, SyncScope::ID ID, AtomicOrdering O) {
  bool IsCudas = ID == SyncScope::System &&
                 O == AtomicOrdering::SequentiallyConsistent &&
                 isOfCudasHeader(I);
  return IsCudas ? Order::None : orderOf(O);
}

static Event readModifyWrite(Instruction &I, Value *Pointer, Type *T,
                             SyncScope::ID ID, AtomicOrdering O) {
  fsm::Scope S = scopeOf(I, ID);
  Event E = access(I, Pointer, T, atomicAt(S, Operation::Write));
  E.How.Ordering = orderOf(I, ID, O);
  // Nobody looks at the value; what acquires does so by itself.
  E.How.Unread = isAtomic(E.How.Op) && I.use_empty() && !E.How.acquires();
  return E;
}

static Event compareAndSwap(AtomicCmpXchgInst &X) {
  Event E =
      readModifyWrite(X, X.getPointerOperand(), X.getNewValOperand()->getType(),
                      X.getSyncScopeID(), X.getSuccessOrdering());
  if (!isAtomic(E.How.Op))
    return E;
  E.Failed = E.How;
  E.Failed->OnlyLoads = true;
  E.Failed->Ordering = orderOf(X, X.getSyncScopeID(), X.getFailureOrdering());
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
  E.Scope = scopeOf(F, F.getSyncScopeID());
  E.How.Ordering = orderOf(F.getOrdering());
  return {E};
}

Events eventsOfMemory(Instruction &I) {
  if (auto *L = dyn_cast<LoadInst>(&I))
    return {load(*L)};
  if (auto *S = dyn_cast<StoreInst>(&I))
    return {store(*S)};
  if (auto *A = dyn_cast<AtomicRMWInst>(&I))
    return {readModifyWrite(I, A->getPointerOperand(), A->getType(),
                            A->getSyncScopeID(), A->getOrdering())};
  if (auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
    return {compareAndSwap(*X)};
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
