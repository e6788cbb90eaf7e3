// Launches - the small launches that the tests of the state machine use.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_UNITTESTS_FSM_LAUNCHES_H
#define RACEMAP_UNITTESTS_FSM_LAUNCHES_H

#include "runtime/fsm/model/Hierarchy.h"

namespace racemap::fsm {

/// Two blocks of two warps of two threads, without clusters.
inline Hierarchy withoutClusters() { return Hierarchy::uniform(2, 1, 2, 2); }

/// Seven threads, of which any two scopes occur side by side.
inline Hierarchy sevenThreads() {
  return Hierarchy({{{2, 1}, {1}}, {{2}, {1}}});
}

} // namespace racemap::fsm

#endif // RACEMAP_UNITTESTS_FSM_LAUNCHES_H
