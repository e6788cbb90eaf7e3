// Interpretations - whether a name is mostly read as a signed or an unsigned
// number.
//
// In:  the conjuncts of a query.
// Out: for each variable the interpretation that most of the operators ask for
//      above it. Unknowns are values of functions, which have one
//      interpretation for all operands: signed.
// A name is one integer of the encoding, in one interpretation; in the other it
// is a case distinction, which solvers are slow at.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_INTERPRETATIONS_H
#define RACEMAP_PASSES_SOLVE_INTERPRETATIONS_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::solve {

enum class Interpretation : bool { Unsigned, Signed };

class Interpretations {
public:
  explicit Interpretations(llvm::ArrayRef<const map::Term *> Conjuncts);
  /// Signed, if nothing asks.
  Interpretation of(const map::Term *Name) const {
    return Votes.lookup(Name) > 0 ? Interpretation::Unsigned
                                  : Interpretation::Signed;
  }

private:
  void vote(const map::Term *T, Interpretation As);

  llvm::DenseSet<std::pair<const map::Term *, unsigned>> Seen;
  llvm::DenseMap<const map::Term *, int> Votes; ///< unsigned minus signed
};

} // namespace racemap::solve

#endif
