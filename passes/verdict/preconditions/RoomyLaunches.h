// RoomyLaunches - launches in which everything has room.
//
// What indices are scaled with, the lengths of rows, is much larger than what
// is counted, and nothing is negative. A race in global memory that is in none
// of these is one of launches in which rows overlap, or a number has run over:
// nobody means them, and there need be no short condition that says so.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef RACEMAP_PASSES_VERDICT_PRECONDITIONS_ROOMYLAUNCHES_H
#define RACEMAP_PASSES_VERDICT_PRECONDITIONS_ROOMYLAUNCHES_H

#include "passes/verdict/launch/Numbers.h"
#include "passes/verdict/preconditions/ConditionSearch.h"

namespace racemap::verdict {

class RoomyLaunches {
public:
  RoomyLaunches(const map::Protocol &P, const map::LaunchContext &Context,
                const Numbers &Known);

  /// Has one of these launches with few blocks it in which Beside holds? False
  /// if that is not known.
  bool have(const RacingPair &Race, const Conjunction &Beside,
            Questions &Asked) const;
  /// Do threads come to both accesses in some of these launches, and race in
  /// none? False if that is not known.
  bool exclude(const RacingPair &Race, Questions &Asked) const;
  /// What holds in some of them, in which most can be decided.
  const Conjunction &conditions() const { return Easy; }

private:
  Conjunction All, Easy;
  std::vector<const map::Variable *> Rows; ///< how far they are apart
  /// Nothing else is scaled, as it is where threads work on what is shared.
  bool AreRowsOfThreads = true;
};

} // namespace racemap::verdict

#endif
