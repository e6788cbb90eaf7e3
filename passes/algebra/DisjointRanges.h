// DisjointRanges - one place is always below the other one, by names.
//
// In:  constraints Low <= F <= High of a system.
// Out: that there is no solution, if F - High - 1 >= 0 or Low - 1 - F >= 0
//      follows from the others (Entailment).
// For halves and ghost rows: with t < s, t + s - u > 0 for every u < s.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_DISJOINTRANGES_H
#define RACEMAP_PASSES_ALGEBRA_DISJOINTRANGES_H

#include "passes/algebra/System.h"

namespace racemap::algebra {

void compareRanges(System &S);

} // namespace racemap::algebra

#endif
