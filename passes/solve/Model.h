// Model - values for the names of a query, and what terms are under them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_MODEL_H
#define RACEMAP_PASSES_SOLVE_MODEL_H

#include "passes/map/TermContext.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace racemap::solve {

/// Values for every variable and unknown of a query.
using Model = llvm::DenseMap<const map::Term *, uint64_t>;

/// What M has, in the order in which the names were made. The order of M itself
/// depends on addresses, which differ from run to run.
std::vector<std::pair<const map::Term *, uint64_t>> inOrder(const Model &M);

/// The value of T; a name without a value counts as 0.
uint64_t evaluate(const map::Term *T, const Model &M);

/// T with the values of M put in; a name without a value stays.
const map::Term *substitute(map::TermContext &Terms, const map::Term *T,
                            const Model &M);

/// The same for each of them.
std::vector<const map::Term *> substitute(map::TermContext &Terms,
                                          llvm::ArrayRef<const map::Term *> All,
                                          const Model &M);

/// Are all terms true, no promise broken, and reads of one element in M one
/// value?
bool holds(llvm::ArrayRef<const map::Term *> Conjuncts, const Model &M);

} // namespace racemap::solve

#endif
