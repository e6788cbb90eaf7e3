// Step - what one access does to one shadow cell.
//
// In:  the cell, who comes, and what he does.
// Out: the cell afterwards, whether the access races, and whether the cell may
//      stay as it is. Cells that stand for more than a word's state (Poison,
//      CellLayout::isElsewhere) are the caller's, unless they are of an earlier
//      epoch: then the word is as good as untouched.
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
  Word Next = 0;
  bool Races = false, Keeps = false;
};

constexpr Step step(Word Cell, const Surroundings &Around, const Accessor &Now,
                    fsm::Operation Op) {
  bool IsStale = CellLayout::place(Cell) < Around.Epoch;
  unsigned State = IsStale ? 0 : CellLayout::state(Cell);
  fsm::Meeting M = Around.meeting(Around.Layout.unpack(Cell), Now, Op);
  fsm::Transition T = fsm::transition(State, M);
  return {Around.Layout.pack(T.next(), Now), T.races(), T.keeps()};
}

/// An atomic access to a word whose last one was atomic for other bytes, so
/// that they are not atomic for each other: the newcomer finds what plain
/// accesses would have left.
constexpr Step mixedStep(Word Cell, const Surroundings &Around,
                         const Accessor &Now, fsm::Operation Op) {
  Accessor Last = Around.Layout.unpack(Cell);
  bool Races = fsm::transition(CellLayout::state(Cell),
                               Around.meeting(Last, Now, fsm::Operation::Write))
                   .races();
  fsm::Meeting Anew{Op, fsm::Scope::Grid, fsm::Scope::Grid};
  fsm::Transition T =
      Races ? fsm::transition(0, Anew)
            : fsm::transition(fsm::Written, Around.meeting(Last, Now, Op));
  return {Around.Layout.pack(T.next(), Now), Races, false};
}

} // namespace racemap::device

#endif // RACEMAP_RUNTIME_DEVICE_STEP_H
