// KnownCalls - functions whose meaning is known better than their body:
// barriers of a grid, reductions of tiles, and the functions of cuda::barrier.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EFFECTS_KNOWNCALLS_H
#define RACEMAP_PASSES_LIFT_EFFECTS_KNOWNCALLS_H

#include "llvm/IR/Function.h"

namespace racemap::lift {

/// True if the call means a barrier of a whole grid, or something else whose
/// meaning is known better than its body.
bool isKnownByName(const llvm::Function &Callee);
bool isGridBarrier(const llvm::Function &Callee);
/// A reduction of cooperative groups over a tile of several warps, or what
/// makes such a tile.
bool isTileReduction(const llvm::Function &Callee);

} // namespace racemap::lift

#endif
