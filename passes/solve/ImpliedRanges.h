// ImpliedRanges - which values terms can take where a conjunction holds.
//
// In:  ranges of the names, and conjuncts.
// Out: the ranges of all terms under every assignment that satisfies the
//      conjuncts: comparisons bound both sides, what bounds a sum, product or
//      quotient bounds its operands, and so do promises of terms that are
//      certainly evaluated. Nothing is said of other assignments.
// What is known not to be negative, or not to wrap, needs no case distinction
// in the integer encoding; and where nothing is left, there is no solution.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_IMPLIEDRANGES_H
#define RACEMAP_PASSES_SOLVE_IMPLIEDRANGES_H

#include "passes/map/Ranges.h"
#include "passes/solve/CertainTerms.h"
#include "passes/solve/Interpretations.h"
#include "llvm/ADT/MapVector.h"

namespace racemap::solve {

class ImpliedRanges final : public map::Ranges {
public:
  ImpliedRanges(map::Ranges &Given, llvm::ArrayRef<const map::Term *> Conjuncts,
                const CertainTerms &Certain);

  /// No assignment satisfies the conjuncts.
  bool isContradictory() const { return Contradictory; }
  /// Has the term less values than those of its operands allow?
  bool isLearned(const map::Term *T) const { return Learned.contains(T); }
  bool boundsGrid(unsigned Dimension) const override {
    return Given.boundsGrid(Dimension);
  }

private:
  map::Interval rangeOf(const map::Variable *V) override {
    return Given.unsignedRange(V);
  }
  void restrict(const map::Term *T, Both &B) override;

  /// T holds.
  void hold(const map::Term *T);
  void compare(const map::Operation *T);
  void differ(const map::Term *T, const map::Term *From, Interpretation As);
  void exclude(const map::Term *T, __int128 Value, Interpretation As);
  /// T, read as said, is within I.
  void learn(const map::Term *T, Interpretation As, map::Interval I);
  /// So is the exact result of T, before it is cut to the width.
  void learnOperands(const map::Operation *T, Interpretation As,
                     map::Interval I);
  void keepPromises(const map::Operation *T);
  /// What was learned says more of operands once more is known of the others.
  void learnAgain();
  bool isExact(const map::Operation *T, Interpretation As);
  map::Interval rangeOf(const map::Term *T, Interpretation As) {
    return range(T, As == Interpretation::Signed);
  }

  map::Ranges &Given;
  const CertainTerms &Certain;
  llvm::MapVector<const map::Term *, Both> Learned;
  llvm::DenseSet<const map::Term *> Held; ///< in this round
  bool Contradictory = false, Changed = false;
};

} // namespace racemap::solve

#endif
