// Text - the state machine in the forms in which it is kept in files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_TEXT_H
#define RACEMAP_RUNTIME_FSM_MODEL_TEXT_H

#include "runtime/fsm/model/Table.h"
#include <string>

namespace racemap::fsm {

/// The rows of Table.inc.
std::string tableText(const Table &T);

/// For docs/state-machine.md: a diagram (Mermaid) with a shortest way to every
/// state, and a table of the states.
std::string statesText(const Table &T);

/// Document with what is between the markers of generated text replaced;
/// empty if it has no markers.
std::string withGenerated(const std::string &Document, const std::string &Text);

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_TEXT_H
