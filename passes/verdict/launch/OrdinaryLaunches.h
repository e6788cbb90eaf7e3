// OrdinaryLaunches - launches in which a race is looked for.
//
// An ordinary launch has a few blocks along each dimension, large parameters,
// and blocks of ordinary size. A case of a race that is as ordinary as
// it can be says what the race is due to, and what it is not due to. And a
// query that is too hard for all launches is easy for a given one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_LAUNCH_ORDINARYLAUNCHES_H
#define RACEMAP_PASSES_VERDICT_LAUNCH_ORDINARYLAUNCHES_H

#include "passes/verdict/launch/LaunchFacts.h"
#include "passes/verdict/launch/Numbers.h"

namespace racemap::verdict {

/// Values of dimensions that are open, and of parameters.
using LaunchValues = std::vector<std::pair<const map::Variable *, uint64_t>>;

LaunchValues ordinaryLaunch(const map::Protocol &P, const LaunchFacts &Launch,
                            const Numbers &Known);

/// Launches of different shapes, in the same form.
std::vector<LaunchValues> typicalLaunches(const map::Protocol &P,
                                          const LaunchFacts &Launch,
                                          const Numbers &Known);

} // namespace racemap::verdict

#endif
