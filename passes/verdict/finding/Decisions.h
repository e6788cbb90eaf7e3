// Decisions - what a thread decides on its way to a barrier.
//
// These are the conditions of the branches and the tests of the loops around
// the barrier, and those around a way out of a loop that contains it. A
// barrier that a fixed number of threads completes depends on the returns
// before it too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_FINDING_DECISIONS_H
#define RACEMAP_PASSES_VERDICT_FINDING_DECISIONS_H

#include "passes/intervals/Walk.h"

namespace racemap::verdict {

struct Decision {
  const map::Stmt *At;    ///< an If or a Loop
  const map::Leave *Exit; ///< the way out of the barrier's loop that
                          ///< it controls, or null
};

/// Those on which it depends whether, and how often, a thread comes to S.
std::vector<Decision> decisionsOf(const intervals::Ground &G,
                                  const map::Stmt *S);

/// Those on which it depends when a thread leaves L, returns included.
std::vector<Decision> decisionsToLeave(const intervals::Ground &G,
                                       const map::Loop *L);

/// Does the barrier come after the return, or again in a loop around both?
bool mayFollow(const intervals::Ground &G, const map::Leave *E,
               const map::Barrier *B, bool &InNextIteration);

/// The group whose threads a barrier keeps together.
map::Scope groupOf(const map::Barrier *B);

} // namespace racemap::verdict

#endif
