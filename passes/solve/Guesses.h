// Guesses - numbers for a few names that make a query linear.
//
// Products of two names, and divisions by a name, are what makes a query
// hard; most that have a model have one in which the sizes involved are small.
// So: names of which each product needs one (parameters and dimensions before
// others), and a few ways to give them numbers. What is left is linear. Where
// sizes follow from each other by such arithmetic, numbers for all of them that
// fit together come first. A query without a model under any guess may still
// have one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_GUESSES_H
#define RACEMAP_PASSES_SOLVE_GUESSES_H

#include "passes/map/Ranges.h"
#include "passes/solve/Solver.h"

namespace racemap::solve {

/// Models of the names that were chosen, the most promising first; none if the
/// conjuncts are linear.
std::vector<Model> guesses(llvm::ArrayRef<const map::Term *> Conjuncts,
                           map::Ranges &R);

} // namespace racemap::solve

#endif
