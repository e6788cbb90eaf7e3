// Encoding - what the two encodings of terms have in common.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_ENCODING_H
#define RACEMAP_PASSES_SOLVE_ENCODING_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>
#include <z3++.h>

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

private:
  void add(const map::Term *T, bool MustHold);
  llvm::DenseSet<const map::Term *> Certain, Holding;
};

/// The name of a variable or unknown in Z3, distinct per copy.
std::string symbolOf(const map::Term *T);

/// A function or a constant that stands for an unknown.
z3::expr applyUnknown(const map::Unknown *U, const z3::expr_vector &Operands,
                      z3::sort SortOf(z3::context &, unsigned), z3::context &Z);

} // namespace racemap::solve

#endif
