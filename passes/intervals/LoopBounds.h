// LoopBounds - which values the variables of loops can take at all.
//
// In:  the loops of a protocol, outermost first, and ranges of other names.
// Out: an interval for each counter and each range's variable that holds in
//      every iteration and at the test that ends the loop.
// It follows from the start, the step and a bound in the test (Loop's exact
// arithmetic: nothing wraps). Every instance of the variable lies in it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_INTERVALS_LOOPBOUNDS_H
#define RACEMAP_PASSES_INTERVALS_LOOPBOUNDS_H

#include "passes/intervals/Environment.h"
#include "passes/intervals/LoopFacts.h"
#include "passes/map/Ranges.h"

namespace racemap::intervals {

/// Calls Limit for each variable that has a bound, in an order in which R may
/// use what was said before.
void boundLoops(
    const map::Protocol &P, const LoopTable &Loops, const Environment &Launch,
    map::Ranges &R,
    llvm::function_ref<void(const map::Variable *, map::Interval)> Limit);

} // namespace racemap::intervals

#endif
