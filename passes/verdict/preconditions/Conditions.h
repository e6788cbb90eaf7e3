// Conditions - what a kernel may require of its launch without saying so.
//
// In:  the names and numbers of its races, and what is open in the context.
// Out: candidate conditions, simple ones over dimensions and parameters, as a
//      programmer would state them: a dimension is 1, a row is at least as
//      long as the grid is wide, a block is no wider than a row, an index of 32
//      bits does not wrap. Each says whether every sane launch keeps to it.
// Nothing is claimed about a candidate; Preconditions finds out which race it
// excludes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_CONDITIONS_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_CONDITIONS_H

#include "passes/verdict/launch/LaunchFacts.h"
#include "passes/verdict/launch/Numbers.h"

namespace racemap::verdict {

struct Condition {
  const map::Term *Stated = nullptr; ///< over dimensions and parameters
  const map::Term *Holds = nullptr;  ///< the same, with what the context knows
  std::string Text;                  ///< as a person says it
  /// A C++ statement after which the compiler takes it as true; empty if a
  /// name in it is none of the source.
  std::string Statement;
  /// Of two conditions that do, the one that costs less is the more natural.
  unsigned Cost = 0;
  enum class Strength : uint8_t {
    Minor,    ///< only an absurdly large launch breaks it
    Ordinary, ///< a bound
    Double,   ///< an equality: two bounds
    Drastic,  ///< takes away what the kernel is made for
  };
  Strength TheStrength = Strength::Ordinary;
  /// Pairs of threads that a sensible launch need not have: all pairs of one
  /// block if the kernel does not tell its threads apart, all pairs of
  /// different blocks.
  bool MayEmptyBlock = false, MayEmptyGrid = false;
  /// Every launch that anyone means keeps to it: an extent or a stride is at
  /// least 1, a row is at least as long as what is in it, 32-bit indices do not
  /// wrap, and a dimension that the kernel does not index with is 1. Not if the
  /// launch says how what is compared is related: then it was followed, and it
  /// allows the opposite.
  bool IsExpected = false;
  /// Each would if one thread fewer came: a row has room for one more than it
  /// just has to have.
  bool IsExpectedOfFewer = false;
  /// So it is only where this is how far rows are apart (areInRows).
  const map::Variable *Pitch = nullptr;
  /// Rows of a later dimension are rarely the nearer ones: not expected beside
  /// all others.
  bool IsRare = false;
};

/// The cheapest first; of one family the weakest first.
std::vector<Condition> candidateConditions(const map::Protocol &P,
                                           const map::LaunchContext &Context,
                                           const LaunchFacts &Launch,
                                           const Numbers &Known);

} // namespace racemap::verdict

#endif
