// PowersOfTwo - what is 0 or a power of two, by what a conjunction says.
//
// In:  conjuncts.
// Out: of a term, whether it is one in every assignment that they hold in.
// A name is if a conjunct equates it with such a term, or is a choice of cases
// of which each does: a loop's variable that is halved or doubled is one of
// `d == start`, `d == start / 2`, … A product, a quotient and a shift of powers
// of two are one, or 0, also if they wrap.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_ALGEBRA_POWERSOFTWO_H
#define RACEMAP_PASSES_ALGEBRA_POWERSOFTWO_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::algebra {

class PowersOfTwo {
public:
  explicit PowersOfTwo(llvm::ArrayRef<const map::Term *> Conjuncts)
      : Said(Conjuncts) {}
  bool contains(const map::Term *T);

private:
  using Names = llvm::SmallDenseSet<const map::Term *, 4>;
  void learn();
  Names namesIn(const map::Term *Condition, unsigned Depth) const;
  bool isOne(const map::Term *T, unsigned Depth) const;

  llvm::ArrayRef<const map::Term *> Said;
  Names Known;
  bool HasLearned = false; ///< done when it is asked for
};

} // namespace racemap::algebra

#endif
