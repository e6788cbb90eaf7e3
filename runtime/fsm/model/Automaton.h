// Automaton - a deterministic machine over meetings, and the smallest one that
// says the same.
//
// States that no sequence of meetings tells apart are one (Moore's partition
// refinement). States are numbered in the order in which a breadth-first search
// comes to them, so equal machines have equal tables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_AUTOMATON_H
#define RACEMAP_RUNTIME_FSM_MODEL_AUTOMATON_H

#include "runtime/fsm/Transition.h"
#include <array>
#include <cstddef>
#include <vector>

namespace racemap::fsm {

/// It begins in state 0.
struct Automaton {
  struct Step {
    unsigned Next = 0;
    bool Races = false;
    bool Possible = false; ///< does the meeting occur in this state?
  };
  using Row = std::array<Step, Meeting::Count>;
  std::vector<Row> States;
};

Automaton minimise(const Automaton &A);

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_AUTOMATON_H
