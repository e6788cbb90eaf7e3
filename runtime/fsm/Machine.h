// Machine - the state machine that says whether an access races.
//
// In:  the state of a word's shadow cell, and how the newcomer meets the last
//      accessor.
// Out: the transition, by one look into a table. The table is derived from a
//      model of happens-before (runtime/fsm/model) and never edited by hand.
//
// Plain integers without the standard library: this header is compiled for the
// GPU, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MACHINE_H
#define RACEMAP_RUNTIME_FSM_MACHINE_H

#include "runtime/fsm/Transition.h"

namespace racemap::fsm {

/// By state and number of the meeting.
inline constexpr unsigned char MachineTable[][Meeting::Count] = {
#include "runtime/fsm/Table.inc"
};
inline constexpr unsigned NumStates =
    sizeof(MachineTable) / sizeof(MachineTable[0]);
static_assert(NumStates <= MaxStates, "states are five bits");

constexpr Transition transition(unsigned State, Meeting M) {
  return Transition(MachineTable[State][M.number()]);
}

/// The state of a word that was written last.
inline constexpr unsigned Written =
    transition(0, {Operation::Write, Scope::Grid, Scope::Grid}).next();

/// Are atomic accesses what a newcomer meets first? Then one of the widest
/// scope and of the same warp does not race.
constexpr bool isAtomicState(unsigned State) {
  Meeting M{Operation::AtomicGrid, Scope::Warp, Scope::Thread};
  return State != 0 && !transition(State, M).races();
}

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MACHINE_H
