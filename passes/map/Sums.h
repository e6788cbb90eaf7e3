// Sums - what can be seen of a sum from its form, in machine arithmetic.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_MAP_SUMS_H
#define RACEMAP_PASSES_MAP_SUMS_H

#include "passes/map/TermContext.h"

namespace racemap::map {

/// A - B, if that is a number, as of x + a and x + b; or null.
const Constant *distance(TermContext &Terms, const Term *A, const Term *B);

/// T cut to Width, if it is a sum of what was extended from that, or null; also
/// if it is nested deeper than MostDepth.
const Term *cutSum(TermContext &Terms, const Term *T, unsigned Width,
                   unsigned MostDepth = 6);

} // namespace racemap::map

#endif
