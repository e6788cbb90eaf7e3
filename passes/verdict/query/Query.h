// Query - two threads, each at a point of its walk, at once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_QUERY_QUERY_H
#define RACEMAP_PASSES_VERDICT_QUERY_QUERY_H

#include "passes/verdict/finding/Finding.h"
#include "passes/verdict/query/Decider.h"
#include "passes/verdict/query/TwoThreads.h"

namespace racemap::verdict {

/// A conjunction about two threads, and how far it can be trusted.
struct Query {
  /// Common: what holds in the launch whatever the two threads do.
  explicit Query(Conjunction Common, llvm::StringRef Approximation = {})
      : Terms(std::move(Common)), Approximation(Approximation),
        NumCommon(Terms.size()) {}

  Conjunction Terms;
  /// What was approximated, or empty.
  llvm::StringRef Approximation;
  /// What plain reads find is what was there before the launch (InitialReads):
  /// a model counts only if a run of the protocol comes to the same.
  bool ComeFirst = false;

  void require(const map::Term *T) {
    if (const auto *C = llvm::dyn_cast<map::Constant>(T); C && C->value())
      return;
    Terms.push_back(T);
  }
  void approximate(llvm::StringRef Why) {
    if (Approximation.empty())
      Approximation = Why;
  }
  /// Why, if what the two threads do depends on a name of which the host passes
  /// some values only. To be called when all is required.
  llvm::StringRef hostDoubt(const LaunchFacts &Launch) const {
    return Launch.doubtAbout(
        llvm::ArrayRef<const map::Term *>(Terms).drop_front(NumCommon));
  }
  void approximateHost(const LaunchFacts &Launch) {
    approximate(hostDoubt(Launch));
  }
  /// How certain a finding is that rests on a model of this query.
  Certainty certainty() const;
  /// The same if nothing was approximated on the way.
  Certainty certaintyOfTerms() const;
  /// Gives F, which is about two threads, the witness that a model of the terms
  /// is, and the certainty that it has for it.
  void show(Finding &F, const solve::Model &M, map::Scope Group,
            const map::Protocol &P, const LaunchFacts &Launch,
            Decider &D) const;

private:
  size_t NumCommon;
};

} // namespace racemap::verdict

#endif
