// Choices - what is chosen by a condition that both threads share.
//
// "i * (byColumns ? 1 : n)" is an affine map either way, and no polynomial
// before it is known which. What is promised in a branch counts there.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_CHOICES_H
#define RACEMAP_PASSES_SOLVE_CHOICES_H

#include "passes/map/TermContext.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace racemap::solve {

/// A condition that is the same for both threads, and by which the conjuncts
/// choose one or the other: the one that was made first. Null if there is none.
const map::Term *sharedChoice(llvm::ArrayRef<const map::Term *> Conjuncts);

/// The conjuncts where Condition is what Holds says, which is one of them.
std::vector<const map::Term *>
where(map::TermContext &Terms, llvm::ArrayRef<const map::Term *> Conjuncts,
      const map::Term *Condition, bool Holds);

} // namespace racemap::solve

#endif
