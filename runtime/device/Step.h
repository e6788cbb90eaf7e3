// Step - what one access does to one shadow cell.
//
// In:  the cell, what the newcomer would leave there, and what he does.
// Out: whether the access races, whether the cell may stay as it is, and
//      otherwise its state afterwards. Cells that stand for more than a word's
//      state (Poison, CellLayout::isElsewhere) are the caller's, unless they
//      are of an earlier epoch: then the word is as good as untouched.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_DEVICE_STEP_H
#define RACEMAP_RUNTIME_DEVICE_STEP_H

#include "runtime/device/Cell.h"

namespace racemap::device {

struct Step {
  fsm::Meeting How;
  fsm::Transition What;
};

[[gnu::always_inline]] constexpr Step
step(Word Cell, const Surroundings &Around, Word Now, fsm::Operation Op) {
  fsm::Meeting How = Around.meeting(Cell, Now, Op);
  // Whom the first access of an epoch meets does not matter.
  bool IsStale = CellLayout::place(Cell) < Around.Epoch;
  unsigned State = IsStale ? 0 : CellLayout::state(Cell);
  return {How, fsm::transition(State, How)};
}

/// An atomic access to a word whose last one was atomic for other bytes, so
/// that they are not atomic for each other: the newcomer finds what plain
/// accesses would have left.
constexpr Step mixedStep(Word Cell, const Surroundings &Around, Word Now,
                         fsm::Operation Op) {
  fsm::Meeting How = Around.meeting(Cell, Now, Op);
  fsm::Meeting AsWrite{fsm::Operation::Write, How.Between, How.Since};
  if (fsm::transition(CellLayout::state(Cell), AsWrite).races()) {
    fsm::Meeting Anew{Op, fsm::Scope::Grid, fsm::Scope::Grid};
    return {How, {fsm::transition(0, Anew).next(), true, false}};
  }
  return {How, {fsm::transition(fsm::Written, How).next(), false, false}};
}

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_STEP_H
