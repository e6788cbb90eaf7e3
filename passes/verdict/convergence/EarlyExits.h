// EarlyExits - threads that return before a barrier for which others wait.
//
// Threads that have exited do not block the others, so a return makes no
// barrier divergent; it is a finding of its own: one for each return, at the
// first barrier for which another thread can wait after it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_CONVERGENCE_EARLYEXITS_H
#define RACEMAP_PASSES_VERDICT_CONVERGENCE_EARLYEXITS_H

#include "passes/intervals/Walk.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Decider.h"

namespace racemap::verdict {

/// The findings go to Out.
void reportEarlyExits(const intervals::Ground &G, LaunchFacts &Launch,
                      Decider &D, ContextResult &Out);

} // namespace racemap::verdict

#endif
