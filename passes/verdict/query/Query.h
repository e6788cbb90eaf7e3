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
  /// Of which the same is not sure, as the host passes some of its values only;
  /// and whether there is a model for each ordinary one (HostChoices).
  llvm::StringRef HostDoubt;
  bool WhateverHost = false;
  /// What plain reads find is what was there before the launch (InitialReads):
  /// a model counts only if a run of the protocol comes to the same.
  bool ComeFirst = false;

  void require(const map::Term *T) {
    if (const auto *C = llvm::dyn_cast<map::Constant>(T); C && C->value())
      return;
    Terms.push_back(T);
  }
  /// Requires of each name that it has this value.
  template <typename Values> void fix(const Values &All, map::TermContext &Of) {
    for (auto [T, Value] : All)
      require(Of.eq(T, Of.constant(T->width(), Value)));
  }
  void approximate(llvm::StringRef Why) {
    if (Approximation.empty())
      Approximation = Why;
  }
  /// To be called when all is required: adds what the launch says of elements
  /// that are read, and finds out whether what the two threads do depends on a
  /// name of which the host passes some values only.
  void complete(const LaunchFacts &Launch);
  /// What holds in the launch, whatever the two threads do.
  llvm::ArrayRef<const map::Term *> common() const {
    return llvm::ArrayRef(Terms).take_front(NumCommon);
  }
  /// What a model leaves open, or empty.
  llvm::StringRef doubt() const {
    return !Approximation.empty() || WhateverHost ? Approximation : HostDoubt;
  }
  /// Is it the host alone that leaves something open?
  bool isHostInDoubt() const {
    return Approximation.empty() && !doubt().empty() &&
           certaintyOfTerms() == Certainty::Provable;
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
