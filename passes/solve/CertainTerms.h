// CertainTerms - the terms whose promises may be taken as facts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_CERTAINTERMS_H
#define RACEMAP_PASSES_SOLVE_CERTAINTERMS_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::solve {

/// The terms that are evaluated in every assignment under which the conjuncts
/// hold: their promises may be taken as facts. Operands that can be skipped
/// (branches of Ite, the right side of a disjunction) are not among them.
class CertainTerms {
public:
  explicit CertainTerms(llvm::ArrayRef<const map::Term *> Conjuncts) {
    for (const map::Term *T : Conjuncts)
      add(T, true);
  }
  bool contains(const map::Term *T) const { return Certain.contains(T); }
  /// Those of its promises that are facts.
  uint8_t promises(const map::Operation *T) const {
    return contains(T) ? T->promises() : uint8_t(map::NoPromise);
  }

private:
  void add(const map::Term *T, bool MustHold);
  llvm::DenseSet<const map::Term *> Certain, Holding;
};

} // namespace racemap::solve

#endif
