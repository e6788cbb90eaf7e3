// LoopModel - what is known about one loop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_VALUES_LOOPMODEL_H
#define RACEMAP_PASSES_LIFT_VALUES_LOOPMODEL_H

#include "passes/lift/kernel/Pointer.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace racemap::lift {

struct LoopModel {
  const map::Variable *Counter = nullptr;
  std::optional<map::Loop::Range> Range;
  /// Over Counter and the range's variable.
  const map::Term *While = nullptr;
  /// While stands for the branch at the end of the header: behind the loop the
  /// header has run once more than the body.
  bool TestsHeader = false;
  /// While stands for the branch at the end of the latch, asked before the next
  /// iteration; the first one has none. So behind the loop, the values of its
  /// last iteration are those of number Counter - 1.
  bool TestsLatch = false;
  /// If TestsLatch: the range's variable in the next iteration.
  const map::Term *Next = nullptr;
  /// If TestsLatch: what the range's variable was in the iteration before.
  const map::Term *Previous = nullptr;
  /// What the range rests on.
  llvm::SmallVector<map::Assumption, 2> Needs;
  /// Closed forms of the phis of the header, or placeholders while the model
  /// is being made.
  // In the order of the loop's phis, so that terms are made in the same order
  // in every run.
  llvm::MapVector<const llvm::PHINode *, const map::Term *> Integers;
  llvm::MapVector<const llvm::PHINode *, Pointer> Pointers;
};

} // namespace racemap::lift

#endif
