// PointerSteps - from which pointers a pointer is derived.
//
// A step leads through a cast, an offset, a phi, a select, a call that returns
// what it was given, or an integer that was made from a pointer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_POINTERSTEPS_H
#define RACEMAP_PASSES_LIFT_EFFECTS_POINTERSTEPS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

namespace racemap::lift {

/// Is it the place of the same variable in another block of the cluster?
bool isMapped(const llvm::Value *V);

/// The values V is derived from: V itself if it is a leaf, else those of its
/// operands, through any number of steps.
llvm::SmallVector<const llvm::Value *, 4> leavesOf(const llvm::Value *V);
/// The pointer operands of a step of derivation; empty for a leaf.
llvm::SmallVector<const llvm::Value *, 4> stepsOf(const llvm::Value *V);

} // namespace racemap::lift

#endif
