// AssumedThreads - what is assumed of threads that a query does not look at.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/verdict/launch/LaunchFacts.h"

namespace racemap::verdict {

using namespace map;
using llvm::dyn_cast;

/// The sizes of the block and of the grid, in the order of the indices.
static constexpr auto FirstSize = static_cast<unsigned>(Builtin::BlockDimX);

std::vector<const Term *> LaunchFacts::assumedOf(const Indices &Thread) const {
  std::vector<const Term *> All;
  for (const Term *X : AssumedOfIndices)
    All.push_back(Terms.replace(X, [&](const Term *Y) -> const Term * {
      const auto *V = dyn_cast<Variable>(Y);
      return V && V->isIndex() ? Thread[static_cast<unsigned>(V->builtin())]
                               : nullptr;
    }));
  return All;
}

std::vector<const Term *> LaunchFacts::assumedOfOthers() const {
  Indices First, Last;
  const Term *One = Terms.constant(32, 1);
  for (unsigned I = 0; I != First.size(); ++I) {
    First[I] = Terms.constant(32, 0);
    Last[I] =
        Terms.sub(Env(Terms.builtin(static_cast<Builtin>(FirstSize + I))), One);
  }
  std::vector<const Term *> All = assumedOf(First);
  llvm::append_range(All, assumedOf(Last));
  return All;
}

} // namespace racemap::verdict
