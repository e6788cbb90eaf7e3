// WholeVectors - rows that are accessed some elements at a time.
//
// In:  the places that a kernel accesses.
// Out: of which parameters a multiple is meant: in the index (row * width + 4 *
//      x) / 4, what the thread adds steps by as many elements as a vector has,
//      and so does the width, or vectors would reach from one row into the
//      next.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_WHOLEVECTORS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_WHOLEVECTORS_H

#include "passes/map/Polynomial.h"
#include "passes/map/Protocol.h"
#include "llvm/ADT/DenseMap.h"

namespace racemap::verdict {

class WholeVectors {
public:
  explicit WholeVectors(const map::Protocol &P);

  /// How many elements a vector in rows of this length has; 0: it is none.
  uint64_t sizeIn(const map::Variable *Row) const { return Sizes.lookup(Row); }

private:
  void note(const map::Term *Index, uint64_t Size);
  bool stepsBy(const map::Polynomial &P, uint64_t Size, unsigned Depth) const;

  llvm::DenseMap<const map::Term *, const map::Loop *> Loops; ///< by variable
  llvm::DenseMap<const map::Variable *, uint64_t> Sizes;
};

} // namespace racemap::verdict

#endif
