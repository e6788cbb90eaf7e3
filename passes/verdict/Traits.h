// Traits - what makes a case of a race ordinary.
//
// A few blocks along each dimension, a large parameter, a block of ordinary
// size. A case with as many of these traits as it can have says what the race
// is due to, and what it is not due to.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_TRAITS_H
#define RACEMAP_PASSES_VERDICT_TRAITS_H

#include "passes/verdict/LaunchFacts.h"
#include "passes/verdict/Numbers.h"

namespace racemap::verdict {

/// One condition each.
std::vector<const map::Term *> ordinaryTraits(const map::Protocol &P,
                                              const LaunchFacts &Launch,
                                              const Numbers &Known);

} // namespace racemap::verdict

#endif
