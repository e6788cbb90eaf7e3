// Readings - whether a name is mostly read as a signed or an unsigned number.
//
// In:  the conjuncts of a query.
// Out: for each variable the reading that most of the operators ask for above
//      it. Unknowns are values of functions, which have one reading for all
//      operands: signed.
// A name is one integer of the encoding, in one reading; in the other it is a
// case distinction, which solvers are slow at.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_SOLVE_READINGS_H
#define RACEMAP_PASSES_SOLVE_READINGS_H

#include "passes/map/Term.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::solve {

enum class Reading : bool { Unsigned, Signed };

class Readings {
public:
  explicit Readings(llvm::ArrayRef<const map::Term *> Conjuncts);
  /// Signed, if nothing asks.
  Reading of(const map::Term *Name) const {
    return Votes.lookup(Name) > 0 ? Reading::Unsigned : Reading::Signed;
  }

private:
  void vote(const map::Term *T, Reading As);

  llvm::DenseSet<std::pair<const map::Term *, unsigned>> Seen;
  llvm::DenseMap<const map::Term *, int> Votes; ///< unsigned minus signed
};

} // namespace racemap::solve

#endif
