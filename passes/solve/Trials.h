// Trials - a model by trying numbers.
//
// What is said of a launch mostly says what a number is (gridDim.x ==
// (n + 255) / 256), or how large at least or at most; solvers are slow at the
// divisions in it. So: names that an equation defines follow from the others,
// and these take usual numbers, the same in every run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_TRIALS_H
#define RACEMAP_PASSES_SOLVE_TRIALS_H

#include "passes/map/Ranges.h"
#include "passes/solve/Model.h"
#include <vector>

namespace racemap::solve {

/// Up to Most models of all conjuncts, those with more than one block and
/// thread along most dimensions first; none if none was found, or if the
/// conjuncts are about what is read at some place.
std::vector<Model> tryNumbers(llvm::ArrayRef<const map::Term *> Conjuncts,
                              map::Ranges &R, unsigned Most);

} // namespace racemap::solve

#endif
