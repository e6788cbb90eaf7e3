// Derivation - the state machine that follows from the reference.
//
// In:  a hierarchy with two alike groups of every scope in each group around.
// Out: an automaton over meetings that says race when the reference does.
//
// All that a cell can know of a history is who was last and what meetings there
// were. If that is enough to tell whether the next access races, then all
// histories with the same meetings say the same, and any one of them can stand
// for the others. So for every meeting the first history is taken that is
// found, and the configurations that this leads to are the states. Whether it
// was enough is not shown here: the Checker goes through all histories.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_DERIVATION_H
#define RACEMAP_RUNTIME_FSM_MODEL_DERIVATION_H

#include "runtime/fsm/model/Automaton.h"
#include "runtime/fsm/model/Configuration.h"

namespace racemap::fsm {

/// The states as they are found, not yet the smallest automaton.
Automaton derive(const Hierarchy &H);

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_DERIVATION_H
