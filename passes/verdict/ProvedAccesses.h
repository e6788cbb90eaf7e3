// ProvedAccesses - what a launch has to keep to, so that the accesses whose
// pairs are all refuted race with none.
//
// In:  a context's result, with the accesses that Races has left open.
// Out: the conditions, all of which a launch can be asked; or the first reason
//      for which no launch can be: an assumption about memory or about values
//      that nobody sees, a gap, a barrier that may not be met by all.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PROVEDACCESSES_H
#define RACEMAP_PASSES_VERDICT_PROVEDACCESSES_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/launch/LaunchFacts.h"

namespace racemap::verdict {

void concludeProofs(const map::Protocol &P, const LaunchFacts &Launch,
                    ContextResult &Out);

} // namespace racemap::verdict

#endif
