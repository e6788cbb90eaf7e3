// Witnesses - a model in the words of the source.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_FINDING_WITNESSES_H
#define RACEMAP_PASSES_VERDICT_FINDING_WITNESSES_H

#include "passes/map/TermContext.h"
#include "passes/solve/Solver.h"
#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/launch/LaunchFacts.h"

namespace racemap::verdict {

/// Group: the smallest group that both threads are in.
Witness makeWitness(const LaunchFacts &Launch, map::TermContext &Terms,
                    map::Scope Group, const solve::Model &M);
/// Of one thread, whose names are no copies.
Witness makeWitness(const LaunchFacts &Launch, map::TermContext &Terms,
                    const solve::Model &M);

/// Puts "iteration of the loop at line 12" in place of "it7", or leaves it out
/// where the witness has the loop's variable, which tells the same.
void nameCounters(const map::Protocol &P, Witness &W);

Site siteOf(const map::Access *A);
Site siteOf(const map::Barrier *B);

} // namespace racemap::verdict

#endif
