// StateName - what a state says about a word, read off its behaviour.
//
// A state that is neither untouched nor written has two scopes. Those who came
// without a barrier between them, around the last accessor, are threads of one
// group: the breadth. Threads of one group may still join them without a
// barrier, for these are ordered after everything that was before: the guard.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_RUNTIME_FSM_MODEL_STATENAME_H
#define RACEMAP_RUNTIME_FSM_MODEL_STATENAME_H

#include "runtime/fsm/model/Table.h"
#include <string>

namespace racemap::fsm {

struct StateName {
  enum class Kind { Untouched, Written, Read, Atomic };

  Kind TheKind;
  Scope Guard;   ///< the widest that may do the same without a barrier
  Scope Breadth; ///< the narrowest barrier that makes room for a write

  static StateName of(const Table &T, unsigned State);
  /// For example "read by a warp, open to its block".
  std::string text() const;

  friend auto operator<=>(const StateName &, const StateName &) = default;
};

} // namespace racemap::fsm

#endif // RACEMAP_RUNTIME_FSM_MODEL_STATENAME_H
