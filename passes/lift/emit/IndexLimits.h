// IndexLimits - what is known of numbers on the way to a statement.
//
// In:  the conditions and loops on that way.
// Out: what a number is below, of numbers that are not negative, and which
// sizes
//      are not zero, as something is below them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_LIFT_EMIT_INDEXLIMITS_H
#define RACEMAP_PASSES_LIFT_EMIT_INDEXLIMITS_H

#include "passes/map/GridProduct.h"
#include "passes/map/Protocol.h"
#include "passes/map/Ranges.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace racemap::lift {

class IndexLimits {
public:
  /// Notes what follows from C being true (false).
  void note(const map::Term *C, bool IsTrue, map::Ranges &Hardware);
  /// The same of a loop that goes on.
  void note(const map::Loop &L, map::Ranges &Hardware);
  /// What T is below: a size or a number; null if nothing is known.
  const map::Term *lookup(const map::Term *T) const {
    return Below.lookup(map::withoutCut(T));
  }
  /// A size of which something is below is not zero.
  bool isPositive(const map::Term *Size) const {
    return Positive.contains(Size);
  }
  /// The same, read as a signed number.
  bool isSignedPositive(const map::Term *Size) const {
    return SignedPositive.contains(Size);
  }

private:
  llvm::DenseMap<const map::Term *, const map::Term *> Below;
  llvm::DenseSet<const map::Term *> Positive, SignedPositive, Counted;
};

/// Parameters and dimensions, of as many bits as an index at most.
bool isSize(const map::Term *T, unsigned Width);

/// Of the accesses in P's tree.
std::vector<const map::Term *> offsetsIn(const map::Protocol &P);

} // namespace racemap::lift

#endif
