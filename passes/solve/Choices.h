// Choices - the ways in which a conjunction can hold.
//
// "i * (byColumns ? 1 : n)" is an affine map either way, and no polynomial
// before it is known which; "1 << k" is a number for each k that a loop counts
// to. What is promised in a branch counts there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_CHOICES_H
#define RACEMAP_PASSES_SOLVE_CHOICES_H

#include "passes/map/Ranges.h"
#include "passes/map/TermContext.h"
#include "passes/solve/CertainTerms.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace racemap::solve {

/// Conjunctions of which one has a solution if All has one, within R: All with
/// the alternatives of one disjunction that says how far something is shifted,
/// or with and without a condition by which it chooses. Of the conditions, what
/// both threads share comes first. None if there is nothing to take apart.
/// Certain: of All.
std::vector<std::vector<const map::Term *>>
waysOf(map::TermContext &Terms, llvm::ArrayRef<const map::Term *> All,
       const CertainTerms &Certain, map::Ranges &R);

} // namespace racemap::solve

#endif
