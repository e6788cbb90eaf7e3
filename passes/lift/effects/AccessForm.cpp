// AccessForm - see the header.
//
// CUDA's atomicAdd() and kin are `atomicrmw ... seq_cst` and `cmpxchg` without
// a scope, but order nothing and are atomic for the device; with a scope, or
// from anywhere but clang's header of them, the instruction means what it says.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lift/effects/AccessForm.h"
#include "passes/lift/effects/CheckedReads.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace racemap::lift {

using namespace llvm;
using Operation = AccessForm::Operation;
using Ordering = AccessForm::Ordering;

static bool acquires(Ordering O) {
  return O == Ordering::Acquire || O == Ordering::AcqRel;
}

bool AccessForm::acquires() const {
  return lift::acquires(Order) && (!IfFailed || lift::acquires(*IfFailed));
}

bool AccessForm::releases() const {
  return Order == Ordering::Release || Order == Ordering::AcqRel;
}

map::Scope scopeOf(const Instruction &I, SyncScope::ID ID) {
  SmallVector<StringRef, 8> Known;
  I.getContext().getSyncScopeNames(Known);
  StringRef Name = ID < Known.size() ? Known[ID] : "";
  if (Name == "block" || Name == "workgroup")
    return map::Scope::Block;
  if (Name == "cluster")
    return map::Scope::Cluster;
  if (Name == "singlethread")
    return map::Scope::Thread;
  return map::Scope::Grid;
}

map::Scope scopeOf(ptx::Scope S) {
  switch (S) {
  case ptx::Scope::Block:
    return map::Scope::Block;
  case ptx::Scope::Cluster:
    return map::Scope::Cluster;
  case ptx::Scope::Device:
    return map::Scope::Grid;
  case ptx::Scope::System:
    return map::Scope::System;
  }
  llvm_unreachable("all scopes are handled");
}

Ordering orderOf(AtomicOrdering O) {
  switch (O) {
  case AtomicOrdering::NotAtomic:
  case AtomicOrdering::Unordered:
  case AtomicOrdering::Monotonic:
    return Ordering::Relaxed;
  case AtomicOrdering::Acquire:
    return Ordering::Acquire;
  case AtomicOrdering::Release:
    return Ordering::Release;
  case AtomicOrdering::AcquireRelease:
  case AtomicOrdering::SequentiallyConsistent:
    return Ordering::AcqRel;
  }
  llvm_unreachable("all orderings are handled");
}

/// Is it written in the header where clang has CUDA's functions? What does not
/// say where it is from counts as that.
static bool isOfCudasHeader(const Instruction &I) {
  const DILocation *L = I.getDebugLoc().get();
  return !L || L->getFilename().ends_with("__clang_cuda_device_functions.h");
}

static Ordering orderOf(const Instruction &I, SyncScope::ID ID,
                        AtomicOrdering O) {
  bool IsCudas = ID == SyncScope::System &&
                 O == AtomicOrdering::SequentiallyConsistent &&
                 isOfCudasHeader(I);
  return IsCudas ? Ordering::Relaxed : orderOf(O);
}

/// Of a load or a store.
template <class T>
static AccessForm simple(const T &I, Operation Plain, Operation Atomic) {
  if (I.isAtomic())
    return {Atomic, scopeOf(I, I.getSyncScopeID()), orderOf(I.getOrdering())};
  return {Plain, map::Scope::Grid,
          I.isVolatile() ? Ordering::Volatile : Ordering::Weak};
}

std::optional<AccessForm> formOf(const Instruction &I) {
  if (const auto *L = dyn_cast<LoadInst>(&I)) {
    if (const AtomicCmpXchgInst *By = checkedBy(*L))
      return AccessForm{Operation::AtomicRead,
                        scopeOf(*By, By->getSyncScopeID()), Ordering::Relaxed};
    return simple(*L, Operation::Read, Operation::AtomicRead);
  }
  if (const auto *S = dyn_cast<StoreInst>(&I))
    return simple(*S, Operation::Write, Operation::AtomicWrite);
  if (const auto *A = dyn_cast<AtomicRMWInst>(&I))
    return AccessForm{Operation::ReadModifyWrite,
                      scopeOf(I, A->getSyncScopeID()),
                      orderOf(I, A->getSyncScopeID(), A->getOrdering())};
  if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I)) {
    SyncScope::ID ID = X->getSyncScopeID();
    return AccessForm{Operation::ReadModifyWrite, scopeOf(I, ID),
                      orderOf(I, ID, X->getSuccessOrdering()),
                      orderOf(I, ID, X->getFailureOrdering())};
  }
  return std::nullopt;
}

std::optional<AccessForm> formOfIntrinsic(StringRef Name) {
  if (!Name.consume_front("llvm.nvvm."))
    return std::nullopt;
  if (Name.starts_with("ldg.") || Name.starts_with("ldu."))
    return AccessForm{};
  if (!Name.starts_with("atomic."))
    return std::nullopt;
  AccessForm F{Operation::ReadModifyWrite,
               Name.contains(".cta")   ? map::Scope::Block
               : Name.contains(".sys") ? map::Scope::System
                                       : map::Scope::Grid,
               Ordering::Relaxed};
  if (Name.contains(".cas."))
    F.IfFailed = Ordering::Relaxed;
  return F;
}

AccessForm formOf(const ptx::Access &A) {
  AccessForm F{Operation::Read, scopeOf(A.S), A.Order};
  bool IsStrong = A.Order != Ordering::Weak && A.Order != Ordering::Volatile;
  switch (A.K) {
  case ptx::Access::Kind::Read:
    F.TheOperation = IsStrong ? Operation::AtomicRead : Operation::Read;
    break;
  case ptx::Access::Kind::Write:
    F.TheOperation = IsStrong ? Operation::AtomicWrite : Operation::Write;
    break;
  case ptx::Access::Kind::Atomic:
  case ptx::Access::Kind::Reduction:
    F.TheOperation = Operation::ReadModifyWrite;
    break;
  }
  if (A.Op == ptx::AtomicOp::Cas)
    F.IfFailed = A.acquires() ? Ordering::Acquire : Ordering::Relaxed;
  return F;
}

} // namespace racemap::lift
