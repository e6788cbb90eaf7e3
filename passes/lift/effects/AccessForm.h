// AccessForm - what an instruction form is: the one table of accesses.
//
// In:  a load, store, atomic instruction or intrinsic of the IR, or an access
//      of inline PTX.
// Out: whether it reads, writes or does both, whether it is atomic and for
//      whom, and what it orders.
//
// The analysis and the sanitizer both take it from here, so that they agree on
// what races with what. `volatile` accesses are plain ones: they are neither
// atomic nor do they order anything by themselves.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_ACCESSFORM_H
#define RACEMAP_PASSES_LIFT_EFFECTS_ACCESSFORM_H

#include "passes/map/Protocol.h"
#include "passes/ptx/Effect.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/AtomicOrdering.h"

namespace racemap::lift {

struct AccessForm {
  using Operation = map::Access::Operation;
  using Ordering = ptx::Ordering;

  Operation TheOperation = Operation::Read;
  map::Scope Scope = map::Scope::Grid; ///< only of an atomic access
  /// Weak or Volatile if it is not atomic, Relaxed or more if it is.
  Ordering Order = Ordering::Weak;
  /// Of a compare-and-swap that finds another value than the one expected.
  std::optional<Ordering> IfFailed = std::nullopt;

  bool isAtomic() const { return map::Access::isAtomic(TheOperation); }
  bool isVolatile() const { return Order == Ordering::Volatile; }
  /// Whatever the outcome.
  bool acquires() const;
  bool releases() const;
};

/// Of a load, a store, an atomicrmw or a cmpxchg; nothing for all others.
std::optional<AccessForm> formOf(const llvm::Instruction &I);
/// Of an intrinsic that accesses what its first argument points to, and nothing
/// else; nothing for all others.
std::optional<AccessForm> formOfIntrinsic(llvm::StringRef Name);
AccessForm formOf(const ptx::Access &A);

/// The group that an instruction's scope names.
map::Scope scopeOf(const llvm::Instruction &I, llvm::SyncScope::ID ID);
map::Scope scopeOf(ptx::Scope S);
/// Of an atomic instruction or a fence.
ptx::Ordering orderOf(llvm::AtomicOrdering O);

} // namespace racemap::lift

#endif
