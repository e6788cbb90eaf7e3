// LoopModel - what is known about one loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_LOOPMODEL_H
#define RACEMAP_PASSES_LIFT_LOOPMODEL_H

#include "passes/lift/Pointer.h"
#include "llvm/Analysis/LoopInfo.h"

namespace racemap::lift {

struct LoopModel {
  const map::Variable *Counter = nullptr;
  std::optional<map::Loop::Range> Range;
  /// Over Counter and the range's variable. If it is not `true`, it stands for
  /// the branch at the end of the header, which may be repeated after the loop.
  const map::Term *While = nullptr;
  bool TestsHeader = false;
  /// Closed forms of the phis of the header, or placeholders while the model
  /// is being made.
  llvm::DenseMap<const llvm::PHINode *, const map::Term *> Integers;
  llvm::DenseMap<const llvm::PHINode *, Pointer> Pointers;
};

} // namespace racemap::lift

#endif
