// AssemblyOrder - scopes and memory orders, in LLVM's words.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYORDER_H
#define RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYORDER_H

#include "runtime/cpu/lower/AssemblyEmitter.h"

#include "llvm/Support/AtomicOrdering.h"

namespace racemap::cpu {

/// ".relaxed", ".acquire", ".release", ".acq_rel", ".sc"; nothing if there is
/// none of them.
inline std::optional<llvm::AtomicOrdering> takeOrder(ModifierList &M) {
  if (M.take("relaxed"))
    return llvm::AtomicOrdering::Monotonic;
  if (M.take("acquire"))
    return llvm::AtomicOrdering::Acquire;
  if (M.take("release"))
    return llvm::AtomicOrdering::Release;
  if (M.take("acq_rel"))
    return llvm::AtomicOrdering::AcquireRelease;
  if (M.take("sc"))
    return llvm::AtomicOrdering::SequentiallyConsistent;
  return std::nullopt;
}

/// ".cta", ".cluster", ".gpu", ".sys": clang's names for scopes; the GPU's is
/// taken for none.
inline llvm::SyncScope::ID takeScope(AssemblyEmitter &E, ModifierList &M) {
  llvm::StringRef Scope = M.takeAnyOf({"cta", "cluster", "gpu", "sys"});
  if (Scope == "sys")
    return llvm::SyncScope::System;
  llvm::StringRef Name = Scope == "cta"       ? "block"
                         : Scope == "cluster" ? "cluster"
                                              : "device";
  return E.B.getContext().getOrInsertSyncScopeID(Name);
}

} // namespace racemap::cpu

#endif // RACEMAP_RUNTIME_CPU_LOWER_ASSEMBLYORDER_H
