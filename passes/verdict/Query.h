// Query - two threads, each at a point of its walk, at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_H
#define RACEMAP_PASSES_VERDICT_QUERY_H

#include "passes/verdict/Decider.h"
#include "passes/verdict/TwoThreads.h"

namespace racemap::verdict {

/// A conjunction about two threads, and how far it can be trusted.
struct Query {
  Conjunction Terms;
  /// What was approximated, or empty.
  llvm::StringRef Approximation;

  void require(const map::Term *T) {
    if (const auto *C = llvm::dyn_cast<map::Constant>(T); C && C->value())
      return;
    Terms.push_back(T);
  }
  void approximate(llvm::StringRef Why) {
    if (Approximation.empty())
      Approximation = Why;
  }
  /// How certain a finding is that rests on a model of this query.
  Certainty certainty() const;
};

} // namespace racemap::verdict

#endif
