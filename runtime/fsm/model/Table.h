// Table - the state machine as the runtime looks it up.
//
// In:  the smallest automaton.
// Out: a transition for every state and meeting, those that cannot occur
//      included: a barrier that does not reach the newcomer counts as none, and
//      whatever an untouched cell is compared with counts for nothing. Where it
//      makes no difference, the cell may stay as it is.
//
// Keeping the cell makes no difference if the old accessor in the old state and
// the newcomer in the new one stand for the same future: whatever barriers
// come, whoever accesses next finds the same transition by comparing himself
// with the one as with the other.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_TABLE_H
#define RACEMAP_RUNTIME_FSM_MODEL_TABLE_H

#include "runtime/fsm/model/Automaton.h"

namespace racemap::fsm {

class Table {
public:
  Table() = default;
  /// A has at most MaxStates states.
  explicit Table(const Automaton &A);

  /// The one that the runtime has.
  static Table shipped();

  unsigned states() const { return static_cast<unsigned>(Rows.size()); }
  Transition at(unsigned State, Meeting M) const {
    return Rows[State][M.number()];
  }
  void set(unsigned State, Meeting M, Transition T) {
    Rows[State][M.number()] = T;
  }

private:
  std::vector<std::array<Transition, Meeting::Count>> Rows;
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_TABLE_H
