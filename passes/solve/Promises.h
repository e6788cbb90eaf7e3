// Promises - what one evaluation of a term promises, all evaluations keep.
//
// An index may be promised not to wrap where it is used, and be compared with a
// size, without a promise, on the way there. In a query in which both count,
// they have the same value: they become one term, with the promises of both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_PROMISES_H
#define RACEMAP_PASSES_SOLVE_PROMISES_H

#include "passes/map/PromiseRewriter.h"
#include <vector>

namespace racemap::solve {

class Promises {
public:
  explicit Promises(map::TermContext &Terms) : Terms(Terms), Plain(Terms) {}
  /// Conjuncts that hold under the same assignments.
  std::vector<const map::Term *>
  spread(llvm::ArrayRef<const map::Term *> Conjuncts);

private:
  const map::Term *plainOf(const map::Operation *O);

  map::TermContext &Terms;
  map::WithoutPromises Plain; ///< the terms of all queries
};

} // namespace racemap::solve

#endif
