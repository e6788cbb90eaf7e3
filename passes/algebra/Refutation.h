// Refutation - shows that a conjunction has no solution, without a solver.
//
// In:  conjuncts, ranges of their terms where they hold, and the promises that
//      are facts there.
// Out: true only if no assignment satisfies all of them; false says nothing.
// The conjuncts become facts about integers (Reader). Equations are solved for
// what they define; bounds and digits are followed as long as there is
// something new; where the facts name cases ("the threads differ in x, or in
// y, or in z"), each case has to have no solution.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_REFUTATION_H
#define RACEMAP_PASSES_ALGEBRA_REFUTATION_H

#include "passes/algebra/Reader.h"

namespace racemap::algebra {

bool isRefuted(llvm::ArrayRef<const map::Term *> Conjuncts, map::Ranges &R,
               Promised Promises);

} // namespace racemap::algebra

#endif
