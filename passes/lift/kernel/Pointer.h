// Pointer - the places a pointer can point to, each under a condition.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_KERNEL_POINTER_H
#define RACEMAP_PASSES_LIFT_KERNEL_POINTER_H

#include "passes/lift/kernel/ArrayTable.h"
#include "passes/map/TermContext.h"

namespace racemap::lift {

struct Target {
  const map::Term *Condition = nullptr; ///< 1 bit
  Root Base;
  llvm::SmallVector<const map::Term *, 1> Slots;
  const map::Term *Offset = nullptr; ///< 64 bits, in bytes
  /// If Base is private: the alloca, or the parameter passed by value.
  const llvm::Value *Variable = nullptr;

  bool isSamePlace(const Target &Other) const {
    return Base.TheKind == Other.Base.TheKind &&
           Base.TheArray == Other.Base.TheArray && Variable == Other.Variable &&
           Slots == Other.Slots;
  }
};

/// The conditions exclude each other, and one of them holds, or there is no
/// access (behind the last block of a cluster).
using Pointer = llvm::SmallVector<Target, 2>;

/// A if C holds, else B; places that are in both become one.
Pointer choose(map::TermContext &Terms, const map::Term *C, const Pointer &A,
               const Pointer &B);

} // namespace racemap::lift

#endif
